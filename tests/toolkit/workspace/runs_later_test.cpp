#include "catch.hpp"

#include "toolkit/text/text.hpp"
#include "toolkit/workspace/runs_later.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

using namespace toolkit::text;
using namespace toolkit::workspace;

TEST_CASE("files that are run later are known by their names, in any directory")
{
    for (const char* path :
        {"jest.config.json", "app/project.json", "mkdocs.yml", "Doxyfile", "tsconfig.json",
            ".pnp.cjs", "lakefile.lean", "foundry.toml", ".gn", "src/BUILD.gn", "Tupfile",
            ".moon/tasks.yml", ".direnv/bin/x", "web.config", "Makefile", "a/b/makefile",
            "GNUmakefile", "rules.mk", "Makefile.am", ".envrc", "x/.env", ".env.local",
            "CMakeLists.txt", "cmake/x.cmake", "package.json", ".npmrc", "vite.config.ts",
            "setup.py", "tests/conftest.py", "x.pth", "Cargo.toml", "build.rs", "go.mod", "Gemfile",
            "pom.xml", "build.gradle.kts", "gradle/wrapper/gradle-wrapper.jar", "Dockerfile.dev",
            "docker-compose.ci.yml", "Jenkinsfile", ".gitlab-ci.yml", ".pre-commit-config.yaml",
            ".gitattributes", "x.code-workspace", ".vimrc", ".gdbinit", "AGENTS.md",
            "sub/CLAUDE.local.md", ".mcp.json", ".bashrc", "yarn.lock", ".github",
            ".github/workflows/ci.yml", "a/.vscode/tasks.json", ".husky/pre-commit", ".config/x/y",
            ".claude/settings.json", ".ssh/authorized_keys", ".helix/languages.toml", "binding.gyp",
            ".lintrc.cjs", "karma.conf.js", ".RData", "buildSrc/x.java", "lib.gradle",
            "App.xcodeproj/project.pbxproj", "jupyter_server_config.py", "tools/bazel",
            "a/TOOLS/Bazel", "tests/agent/t.yaml", "a/tests/agent/t.yml", "Tests/Agent/t.ndjson",
            "test\xc5\xbf/agent./t.yaml", ".pi/extensions/x.ts", ".claude-plugin/plugin.json",
            ".lefthook.toml", "a/prek.toml", "Procfile.dev", "renv/activate.R"}) {
        INFO(path);
        CHECK(find_later(path, EntryKind::other) != nullptr);
    }
}

TEST_CASE("other files are not, whatever is like it in their names")
{
    for (const char* path : {"", ".", "/", "main.cpp", "README.md", "xMakefile", "Makefile2",
             "Makefile/x", "mk", ".mk.txt", "a.mkx", "package.json/x", "github/workflows/ci.yml",
             ".githubx/y", "x.github/y", "config.js", "env", ".editorconfig", "agents.txt",
             "src/lib.rs", "x_test.go", "AGENTS.mdx", "xcodeproj/x", "rc.js", "src/rc.js",
             "build/src", "x.gradlew", "bazel", "xtools/bazel", "tools/x/bazel", "agent/t.yaml",
             "xtests/agent/t.yaml", "tests/agent/t.cpp", "tests/agent/x/t.yaml",
             // what is installed is run whatever its name is; what is protected is not touched
             "node_modules/a/package.json", "a/node_modules/.github/x", ".git/hooks/.envrc",
             ".agentcli/x/Makefile"}) {
        INFO(path);
        CHECK(find_later(path, EntryKind::other) == nullptr);
    }
}

TEST_CASE("a name is known as a file system that folds cases takes it")
{
    for (const char* path : {"MAKEFILE", "makeFILE", "Package.JSON", ".GitHub/x", ".ENVRC", "X.PTH",
             "Makefile.", "Makefile ", ".en\xe2\x80\x8cvrc", "\xef\xbb\xbf.envrc",
             "ma\xe2\x84\xaa"
             "efile",
             "Make\xef\xac\x81le",
             "\xc5\xbf"
             "etup.py",
             "pa\xc3\x9f/.VSCODE/x"}) {
        INFO(printable(path));
        CHECK(find_later(path, EntryKind::other) != nullptr);
    }
    CHECK(find_later("M\xc3\xa4kefile", EntryKind::other) == nullptr);
    CHECK(find_later("Makefile\xff", EntryKind::other) == nullptr);
}

TEST_CASE("a directory belongs to the table by the names of directories alone")
{
    CHECK(find_later(".github", EntryKind::directory) != nullptr);
    CHECK(find_later("a/.vscode/x", EntryKind::directory) != nullptr);
    CHECK(find_later("build", EntryKind::directory) == nullptr);
    CHECK(find_later("build", EntryKind::other) != nullptr);
    CHECK(find_later("Makefile", EntryKind::directory) == nullptr);
}

// A row that another hides, or a pattern that the matching does not know, would be there in vain.
TEST_CASE("each name of the table is found, once, and says who runs it")
{
    std::set<std::string> seen;
    for (const LaterRow& row : later_table()) {
        CHECK(!row.by.empty());
        CHECK(!row.when.empty());
        for (std::string_view rest = row.names; !rest.empty();) {
            std::string name(rest.substr(0, rest.find(' ')));
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
            INFO(name);
            REQUIRE(!name.empty());
            CHECK(std::count(name.begin(), name.end(), '*') <= 1);
            CHECK(std::all_of(
                name.begin(), name.end(), [](unsigned char letter) { return letter < 0x80; }));
            std::string folded = name;
            std::transform(folded.begin(), folded.end(), folded.begin(),
                [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
            CHECK(seen.insert(folded).second);
            const bool is_directory = name.ends_with('/');
            std::replace(name.begin(), name.end(), '*', '-');
            if (is_directory)
                name.pop_back();
            const EntryKind kind = is_directory ? EntryKind::directory : EntryKind::other;
            REQUIRE(find_later(name, kind) != nullptr);
            CHECK(find_later(name, kind)->by == row.by);
        }
    }
}
