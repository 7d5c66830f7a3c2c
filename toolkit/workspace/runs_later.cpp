#include "toolkit/workspace/runs_later.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/workspace/protected_path.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace toolkit::workspace {

namespace {

constexpr std::array rows_of_later_table {
    LaterRow {"direnv, mise, Nix, programs that read .env", "a shell or a program starts there",
        ".envrc .env .env.* .autoenv .autoenv.zsh .tool-versions .mise.toml .mise.*.toml mise.toml "
        "mise.*.toml .mise/ "
        ".rtx.toml flake.nix shell.nix default.nix devenv.nix devenv.yaml devbox.json .flox/ "
        ".direnvrc .direnv/ .rvmrc"},
    LaterRow {"make, just, Task, configure", "a build",
        "Makefile Makefile.* GNUmakefile *.mk *.mak Kbuild configure configure.ac autogen.sh "
        "Justfile "
        ".justfile *.just "
        "Taskfile*.yml Taskfile*.yaml SConstruct SConscript wscript Procfile Procfile.* "
        ".overmind.env Tiltfile Earthfile "
        "Snakefile"},
    LaterRow {"CMake, Ninja, Meson, Bazel, Conan", "a build, or an editor opens the directory",
        "CMakeLists.txt CMakePresets.json CMakeUserPresets.json *.cmake build.ninja meson.build "
        "meson.options "
        "meson_options.txt BUILD BUILD.bazel WORKSPACE WORKSPACE.bazel MODULE.bazel *.bzl .bazelrc "
        ".bazelversion BUCK "
        ".buckconfig xmake.lua premake5.lua conanfile.py conanfile.txt vcpkg.json "
        "*.pro *.pri *.qbs .gn BUILD.gn Tupfile tools/bazel"},
    LaterRow {"npm, yarn, pnpm, Bun, Deno and their tools",
        "an installation, a build, a test, a check",
        "package.json .npmrc .yarnrc .yarnrc.yml .yarn/ .pnpmfile.cjs .pnpmfile.mjs pnpmfile.js "
        "pnpm-workspace.yaml "
        "bunfig.toml deno.json deno.jsonc lerna.json nx.json turbo.json Gruntfile.* gulpfile.* "
        "Jakefile "
        "Jakefile.* "
        "*.config.js *.config.cjs *.config.mjs *.config.ts *.config.cts *.config.mts .eslintrc "
        ".eslintrc.* "
        ".stylelintrc .stylelintrc.* .prettierrc .prettierrc.* .babelrc .babelrc.* .swcrc "
        ".mocharc.* .nycrc "
        ".commitlintrc.* .releaserc .releaserc.* .swc/ .storybook/ "
        "*.gyp *.gypi *.conf.js *.conf.cjs *.conf.mjs *.conf.ts .*rc.js .*rc.cjs .*rc.mjs "
        ".*rc.ts .sequelizerc knexfile.* .markdownlint-cli2.* ember-cli-build.js "
        "webpack.mix.js angular.json nodemon.json .bowerrc "
        "jest.config.* project.json tsconfig.json .pnp.cjs .moon/"},
    LaterRow {"Python, pip, tox, pytest, linters",
        "any start of Python, an installation, a test, a check",
        "setup.py setup.cfg pyproject.toml tox.ini noxfile.py conftest.py pytest.ini .pytest.ini "
        "*.pth "
        "sitecustomize.py usercustomize.py Pipfile requirements*.txt constraints*.txt "
        "environment.yml "
        "pip.conf "
        "fabfile.py dodo.py .pdbrc .pylintrc pylintrc .flake8 mypy.ini .mypy.ini .coveragerc "
        ".ipython/ "
        ".jupyter/ "
        "hatch_build.py hatch.toml pavement.py conf.py gunicorn.conf.py jupyter_*_config.py "
        "jupyter_*_config.json uv.toml poetry.toml pdm.toml pixi.toml environment.yaml "
        ".condarc"},
    LaterRow {"Cargo, rustup, Go, Mage", "a build, or an editor opens the directory",
        "Cargo.toml build.rs .cargo/ rust-toolchain rust-toolchain.toml go.mod go.work magefile.go "
        ".golangci.* "
        "tauri.conf.json"},
    LaterRow {"Ruby, Bundler, Rake, fastlane, CocoaPods",
        "an installation, a build, a test, a console",
        "Gemfile gems.rb *.gemspec .bundle/ Rakefile *.rake .irbrc .pryrc .rspec .rubocop.yml "
        "Guardfile "
        "Capfile "
        "Fastfile Podfile Dangerfile Brewfile config.ru "
        "Thorfile *.thor Berksfile Puppetfile Appraisals Steepfile .simplecov .solargraph.yml "
        "Appfile "
        "Matchfile Pluginfile Deliverfile Snapfile"},
    LaterRow {"Maven, Gradle, sbt, Ant", "a build, or an editor opens the directory",
        "pom.xml .mvn/ mvnw mvnw.cmd build.gradle* settings.gradle* init.gradle* gradle.properties "
        "gradlew "
        "gradlew.bat gradle-wrapper.* *.sbt build.sc build.xml "
        "*.gradle *.gradle.kts buildSrc/ local.properties *.mill .sbtopts .jvmopts"},
    LaterRow {"MSBuild, dotnet, NuGet", "a build, or an editor opens the directory",
        "*.csproj *.fsproj *.vbproj *.vcxproj *.sln *.props *.targets nuget.config global.json "
        "dotnet-tools.json "
        "*.slnx Directory.Build.rsp"},
    LaterRow {"Builders, consoles and servers of other languages",
        "an installation, a build, a console, a request",
        "composer.json phpunit.xml phpunit.xml.dist .htaccess .user.ini mix.exs .iex.exs "
        "rebar.config "
        "*.cabal "
        "cabal.project Setup.hs stack.yaml .ghci dune dune-project .ocamlinit *.opam pubspec.yaml "
        "Package.swift "
        "Build.PL cpanfile .proverc .Rprofile .Renviron renv/activate.R build.zig build.zig.zon "
        "project.clj "
        "deps.edn "
        "*.rockspec "
        ".formatter.exs .credo.exs rebar.config.script cabal.project.local Setup.lhs "
        "package.yaml .RData .octaverc startup.m latexmkrc .latexmkrc *.asd .luacheckrc "
        ".busted *.nimble nim.cfg config.nims dub.json dub.sdl shard.yml dist.ini "
        ".php-cs-fixer.php .php-cs-fixer.dist.php rector.php phpstan.neon phpstan.neon.dist "
        "grumphp.yml captainhook.json mkdocs.yml Doxyfile lakefile.lean foundry.toml web.config"},
    LaterRow {"Package managers, by their lock files", "an installation",
        "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb "
        "deno.lock "
        "Pipfile.lock "
        "poetry.lock pdm.lock uv.lock pylock.toml Cargo.lock go.sum Gemfile.lock composer.lock "
        "mix.lock "
        "pubspec.lock "
        "flake.lock gradle.lockfile packages.lock.json Podfile.lock"},
    LaterRow {"Docker, Compose, dev containers, Vagrant",
        "a container or a machine is built or started",
        "Dockerfile Dockerfile.* *.dockerfile Containerfile Containerfile.* compose*.yml "
        "compose*.yaml "
        "docker-compose*.yml docker-compose*.yaml docker-bake.* .devcontainer/ .devcontainer.json "
        "devcontainer.json "
        "Vagrantfile skaffold.yaml .gitpod.yml .gitpod.Dockerfile"},
    LaterRow {"Terraform, Ansible, Kubernetes tools", "a deployment",
        "*.tf *.tf.json *.tfvars .terraformrc .terraform/ terragrunt.hcl ansible.cfg Chart.yaml "
        "helmfile.yaml "
        "kustomization.yaml kustomization.yml serverless.yml "
        "*.tofu *.tofu.json *.pkr.hcl Pulumi.yaml cdk.json cdktf.json samconfig.toml"},
    LaterRow {"CI and hosting: GitHub, GitLab, Jenkins, …", "a push, or by the clock",
        ".github/ .gitlab-ci.yml .gitlab/ .gitea/ .forgejo/ .circleci/ .travis.yml Jenkinsfile "
        "Jenkinsfile.* "
        "azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines/ bitbucket-pipelines.yml "
        ".buildkite/ "
        ".cirrus.yml "
        ".cirrus.star .drone.yml .drone.star .woodpecker.yml .woodpecker.yaml .woodpecker/ "
        ".semaphore/ "
        ".teamcity/ "
        ".tekton/ .builds/ .build.yml appveyor.yml .appveyor.yml cloudbuild.yaml buildspec.yml "
        "netlify.toml "
        "vercel.json "
        "fly.toml app.yaml .readthedocs.yml .readthedocs.yaml renovate.json "
        ".zuul.yaml .zuul.d/ .packit.yaml .ebextensions/ firebase.json wrangler.toml "
        "wrangler.json wrangler.jsonc amplify.yml render.yaml heroku.yml renovate.json5 "
        ".renovaterc .renovaterc.json PKGBUILD .actrc conductor.json .conductor/ APKBUILD "
        "snapcraft.yaml"},
    LaterRow {"git, other version control, their hooks", "a commit, a checkout, any command of git",
        ".gitattributes .gitmodules .gitconfig .lfsconfig .pre-commit-config.yaml "
        ".pre-commit-hooks.yaml prek.toml .simple-git-hooks.* "
        ".husky/ "
        ".huskyrc .huskyrc.* .githooks/ .git-hooks/ lefthook*.yml lefthook*.yaml lefthook*.toml "
        "lefthook*.json "
        ".lefthook*.yml .lefthook*.yaml .lefthook*.toml .lefthook*.json .lefthook/ .overcommit.yml "
        ".lintstagedrc .lintstagedrc.* "
        ".hg/ .hgrc .svn/ .jj/ .bzr/ "
        ".arcconfig .arclint .reviewboardrc PRESUBMIT.py .gclient .gitlint .trunk/"},
    LaterRow {"Editors: VS Code, JetBrains, Vim, Emacs, Zed",
        "the directory or a file in it is opened",
        ".vscode/ *.code-workspace .idea/ *.iml .run/ .fleet/ .zed/ .vim/ .vimrc .gvimrc .exrc "
        ".lvimrc "
        ".local.vimrc "
        ".nvimrc .nvim.lua .vimspector.json .dir-locals.el .dir-locals-2.el .emacs .emacs.d/ "
        ".projectile "
        "*.sublime-project .nova/ "
        ".helix/ .lazy.lua .luarc.json .luarc.jsonc .ycm_extra_conf.py .project .settings/ "
        ".externalToolBuilders/ nbproject/ .kateproject *.kdev4 *.cbp *.Rproj *.xcodeproj/ "
        "*.xcworkspace/ *.xcconfig .replit replit.nix .idx/ .theia/"},
    LaterRow {"gdb, lldb, radare2", "a program is debugged",
        ".gdbinit .gdbearlyinit .lldbinit .radare2rc .rr/"},
    LaterRow {"Agents, by instructions, tools and hooks",
        "an agent starts in the directory, or reads a file in it",
        "AGENTS.md AGENTS.*.md AGENT.md CLAUDE.md CLAUDE.*.md GEMINI.md QWEN.md WARP.md CRUSH.md "
        "SKILL.md "
        ".agents/ "
        ".claude/ .claude.json .codex/ .cursor/ .cursorrules .gemini/ .qwen/ .windsurf/ "
        ".windsurfrules "
        ".clinerules/ "
        ".roo/ .roomodes .roorules .kilocode/ .kiro/ .aider.conf.yml .continue/ .continuerules "
        ".goose/ "
        ".goosehints "
        ".junie/ .trae/ .amazonq/ .augment/ .augment-guidelines .opencode/ opencode.json "
        "opencode.jsonc "
        ".crush.json "
        "crush.json .factory/ .rules .mcp.json mcp.json mcp_config.json copilot-instructions.md "
        "*.instructions.md "
        "*.prompt.md "
        ".agent/ .aiassistant/ .cline/ .codebuddy/ .copilot/ .crush/ .devin/ .grok/ .iflow/ "
        ".openhands/ .qoder/ .rovodev/ .amp/ .claude-plugin/ .kilocodemodes .pi/ .vibe/ "
        ".zencoder/"},
    LaterRow {"agentcli test", "tests are run",
        "tests/agent/*.yaml tests/agent/*.yml tests/agent/*.ndjson"},
    LaterRow {"Shells and programs of a home directory", "a login, a shell, a connection",
        ".profile .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .zshrc .zshenv "
        ".zprofile "
        ".zlogin "
        ".zlogout .kshrc .cshrc .tcshrc .login .logout .inputrc .xinitrc .xprofile .xsession "
        ".xsessionrc "
        ".pam_environment .tmux.conf .screenrc .wgetrc .curlrc .netrc .forward .procmailrc "
        ".mailcap .psqlrc "
        ".sqliterc "
        ".my.cnf .crontab crontab .ssh/ .gnupg/ .config/ .local/ .docker/ .kube/ .aws/ "
        ".bash_completion .lessfilter .gemrc .muttrc .neomuttrc .mailrc .msmtprc .mbsyncrc "
        ".fetchmailrc .offlineimaprc"},
};

// One of the names in a row. Has no pointers, since a program that may be loaded at any address
// would have to relocate each of them when it starts.
struct LaterPattern {
    std::uint16_t row = 0;
    // Offset in the names of the row, after its directory, which has `in_size` bytes.
    std::uint16_t begin = 0;
    std::uint16_t in_size = 0; // including its '/'; 0: any directory
    std::uint16_t start_size = 0;
    std::uint16_t end_size = 0;
    bool has_star = false;
    bool is_directory = false;

    // The part before the '*', or everything if there is none, and the part after it.
    constexpr std::string_view start() const { return part(begin, start_size); }
    constexpr std::string_view end() const { return part(begin + start_size + 1U, end_size); }

    constexpr std::string_view in() const { return part(begin - in_size, in_size); }

    constexpr std::string_view part(std::size_t at, std::size_t size) const
    {
        return rows_of_later_table[row].names.substr(at, size);
    }

    constexpr bool matches(std::string_view name) const
    {
        if (!has_star)
            return text::is_equal_but_case(name, start());
        return name.size() >= std::size_t {start_size} + end_size
            && text::is_equal_but_case(name.substr(0, start_size), start())
            && text::is_equal_but_case(name.substr(name.size() - end_size), end());
    }
};

constexpr LaterPattern later_pattern_of(std::size_t row, std::size_t begin, std::size_t size)
{
    std::string_view text = rows_of_later_table[row].names.substr(begin, size);
    const bool is_directory = text.ends_with('/');
    text.remove_suffix(is_directory ? 1 : 0);
    const std::size_t in_size = text.rfind('/') + 1;
    text.remove_prefix(in_size);
    const std::size_t star = std::min(text.find('*'), text.size());
    const bool has_star = star < text.size();
    return {static_cast<std::uint16_t>(row), static_cast<std::uint16_t>(begin + in_size),
        static_cast<std::uint16_t>(in_size), static_cast<std::uint16_t>(star),
        static_cast<std::uint16_t>(has_star ? text.size() - star - 1 : 0), has_star, is_directory};
}

constexpr std::size_t count_later_patterns()
{
    std::size_t count = 0;
    for (const LaterRow& row : rows_of_later_table)
        count += static_cast<std::size_t>(std::count(row.names.begin(), row.names.end(), ' ')) + 1;
    return count;
}

template<class Visit>
constexpr void for_each_later_pattern(Visit visit)
{
    for (std::size_t row = 0; row < rows_of_later_table.size(); ++row) {
        const std::string_view names = rows_of_later_table[row].names;
        for (std::size_t begin = 0; begin < names.size();) {
            const std::size_t end = std::min(names.find(' ', begin), names.size());
            visit(later_pattern_of(row, begin, end - begin));
            begin = end + 1;
        }
    }
}

// Replaces characters outside ASCII that Unicode case folding maps to ASCII.
std::string with_ascii_for_unicode(std::string name)
{
    struct Fold {
        std::string_view from, to;
    };
    static constexpr std::array folds {Fold {"\u00df", "ss"}, Fold {"\u017f", "s"},
        Fold {"\u1e9e", "ss"}, Fold {"\u212a", "k"}, Fold {"\ufb00", "ff"}, Fold {"\ufb01", "fi"},
        Fold {"\ufb02", "fl"}, Fold {"\ufb03", "ffi"}, Fold {"\ufb04", "ffl"},
        Fold {"\ufb05", "st"}, Fold {"\ufb06", "st"}};
    for (const Fold& fold : folds)
        for (std::size_t at = 0; (at = name.find(fold.from, at)) != std::string::npos;
             at += fold.to.size())
            name.replace(at, fold.from.size(), fold.to);
    return name;
}

bool is_written_plainly(std::string_view name)
{
    return std::all_of(name.begin(), name.end(),
               [](char letter) { return static_cast<unsigned char>(letter) < 0x80; })
        && !name.ends_with('.') && !name.ends_with(' ');
}

bool is_same_name(std::string_view name, std::string_view known)
{
    return text::is_equal_but_case(
        is_written_plainly(name) ? std::string(name) : with_ascii_for_unicode(folded_name(name)),
        known);
}

// Returns true if the last names of the directory are those of a pattern, such as "tests/agent/".
bool ends_with_names(std::string_view directory, std::string_view names)
{
    while (!names.empty()) {
        names.remove_suffix(1);
        const std::size_t begin = directory.rfind('/') + 1;
        const std::size_t known = names.rfind('/') + 1;
        if (!is_same_name(directory.substr(begin), names.substr(known)))
            return false;
        directory = directory.substr(0, begin == 0 ? 0 : begin - 1);
        names = names.substr(0, known);
    }
    return true;
}

// The patterns, sorted at compile time by one of their letters: a walk looks up each name of a
// workspace, and other tools look up one.
class LaterPatterns {
public:
    constexpr LaterPatterns()
    {
        std::array<std::uint16_t, 2 * letters> counts {};
        for_each_later_pattern([&](const LaterPattern& pattern) { ++counts[key_of(pattern)]; });
        // At first, the index of the first pattern with this key.
        for (std::size_t key = 1; key < ends.size(); ++key)
            ends[key] = static_cast<std::uint16_t>(ends[key - 1] + counts[key - 1]);
        for_each_later_pattern(
            [&](const LaterPattern& pattern) { patterns[ends[key_of(pattern)]++] = pattern; });
    }

    const LaterRow* find(std::string_view in, std::string_view name, EntryKind kind) const
    {
        if (name.empty())
            return nullptr;
        const LaterRow* const row = find_by(key_of_letter(name.front()), in, name, kind);
        return row != nullptr ? row : find_by(letters + key_of_letter(name.back()), in, name, kind);
    }

private:
    static constexpr std::size_t letters = 256;

    static constexpr std::size_t key_of_letter(char letter)
    {
        return static_cast<unsigned char>(text::in_lower_case(letter));
    }

    // Returns the key of the first letter, or that of the last one if the pattern begins with '*'.
    static constexpr std::size_t key_of(const LaterPattern& pattern)
    {
        return pattern.start_size == 0 ? letters + key_of_letter(pattern.end().back())
                                       : key_of_letter(pattern.start().front());
    }

    const LaterRow* find_by(
        std::size_t key, std::string_view in, std::string_view name, EntryKind kind) const
    {
        for (std::size_t index = key == 0 ? 0 : ends[key - 1]; index < ends[key]; ++index) {
            const LaterPattern& pattern = patterns[index];
            if ((pattern.is_directory || kind == EntryKind::other) && pattern.matches(name)
                && ends_with_names(in, pattern.in()))
                return &rows_of_later_table[pattern.row];
        }
        return nullptr;
    }

    std::array<LaterPattern, count_later_patterns()> patterns {};
    std::array<std::uint16_t, 2 * letters> ends {}; // by key: index after its last pattern
};

constexpr LaterPatterns later_patterns;

}

const LaterRow* find_later_entry(std::string_view directory, std::string_view name, EntryKind kind)
{
    if (is_written_plainly(name))
        return later_patterns.find(directory, name, kind);
    return later_patterns.find(directory, with_ascii_for_unicode(folded_name(name)), kind);
}

std::span<const LaterRow> later_table() { return rows_of_later_table; }

bool skips_later_files(std::string_view directory_name)
{
    return directory_name == "node_modules" || is_protected_name(directory_name);
}

const LaterRow* find_later(std::string_view path, EntryKind kind)
{
    const LaterRow* found = nullptr;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view name = path.substr(begin, end - begin);
        const bool is_last = end == path.size();
        if (!is_last && skips_later_files(name))
            return nullptr;
        if (found == nullptr)
            found = find_later_entry(path.substr(0, begin == 0 ? 0 : begin - 1), name,
                is_last ? kind : EntryKind::directory);
        begin = end + 1;
    }
    return found;
}

}
