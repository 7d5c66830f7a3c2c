#include "agent/permissions/command_words.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace agent::permissions {

using namespace toolkit;

namespace {

bool is_bare(char byte)
{
    return text::is_letter_or_digit(byte) || text::is_one_of(byte, "%+,-./:=@_");
}

bool is_control(char byte) { return (byte >= 0 && byte < ' ') || byte == '\x7f'; }

// Reserved words, and builtins that run other commands or change the shell.
bool is_word_of_shell(std::string_view word)
{
    static constexpr auto words = std::to_array<std::string_view>(
        {"if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for",
            "select", "function", "time", "coproc", "in", "eval", "exec", ".", "source", "command",
            "builtin", "alias", "unalias", "export", "set", "unset", "readonly", "trap", "cd",
            "pushd", "popd", "shift", "return", "exit", "enable", "hash", "declare", "typeset",
            "local", "let", "mapfile", "readarray", "read", "shopt", "umask", "ulimit", "wait",
            "fg", "bg", "jobs", "kill", "fc", "history", "bind", "complete", "compgen"});
    return text::contains(words, word);
}

bool is_program_word(std::string_view word)
{
    return !word.empty() && word.size() <= 256 && word.front() != '-' && !is_word_of_shell(word)
        && std::all_of(word.begin(), word.end(), [](char byte) {
               return text::is_letter_or_digit(byte) || text::is_one_of(byte, "+-./_");
           });
}

// Reads the words of a line from left to right.
class LineReader {
public:
    explicit LineReader(std::string_view line)
        : rest(line)
    {
    }

    // Returns nullopt at the end, and after anything that is refused.
    std::optional<std::string> next()
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        if (rest.empty())
            return std::nullopt;
        const char first = rest.front();
        auto word = first == '\'' || first == '"' ? quoted(first) : bare();
        is_refused = is_refused || !word || (!rest.empty() && rest.front() != ' ');
        return is_refused ? std::nullopt : std::move(word);
    }

    bool has_refused() const { return is_refused; }

private:
    std::optional<std::string> bare()
    {
        const auto end = std::find_if_not(rest.begin(), rest.end(), is_bare);
        std::string word(rest.begin(), end);
        rest.remove_prefix(word.size());
        return word.empty() ? std::nullopt : std::optional(std::move(word));
    }

    std::optional<std::string> quoted(char quote)
    {
        const std::size_t end = rest.find(quote, 1);
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string word(rest.substr(1, end - 1));
        rest.remove_prefix(end + 1);
        const bool has_meaning = quote == '"' && word.find_first_of("$`\\!") != std::string::npos;
        if (has_meaning || std::any_of(word.begin(), word.end(), is_control)
            || !text::is_utf8(word))
            return std::nullopt;
        return word;
    }

    std::string_view rest;
    bool is_refused = false;
};

}

std::optional<std::vector<std::string>> words_of_line(std::string_view line)
{
    if (line.size() > max_command)
        return std::nullopt;
    LineReader reader(line);
    std::vector<std::string> words;
    while (auto word = reader.next())
        words.push_back(*std::move(word));
    const std::size_t first = line.find_first_not_of(' ');
    const bool has_program = !words.empty() && line[first] != '\'' && line[first] != '"';
    if (reader.has_refused() || !has_program || !is_plain_command(words))
        return std::nullopt;
    return words;
}

bool is_plain_command(const std::vector<std::string>& words)
{
    return !words.empty() && is_program_word(words.front())
        && std::none_of(words.begin(), words.end(),
            [](const std::string& word) { return word.find('\0') != std::string::npos; });
}

namespace {

// Returns the name of a program without its directory, in lower case.
std::string whole_name_of_program(const std::string& word)
{
    return text::in_lower_case(text::name_of(word));
}

// Also removes the version: returns "python" for "/bin/python3.11".
std::string name_of_program(const std::string& word)
{
    std::string name = whole_name_of_program(word);
    const std::size_t end = name.find_last_not_of("0123456789.-");
    name.resize(end == std::string::npos ? 0 : end + 1);
    return name;
}

// Programs that run commands or code in their arguments. That includes printf and test: bash
// evaluates the name of a variable after their option "-v".
bool starts_others(std::string_view name)
{
    static constexpr auto names = std::to_array<std::string_view>({"sh", "bash", "rbash", "dash",
        "ash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "busybox", "toybox", "pwsh",
        "powershell", "cmd", "env", "sudo", "doas", "su", "runuser", "xargs", "find", "fd",
        "fdfind", "parallel", "ssh", "scp", "sftp", "rsync", "nohup", "nice", "ionice", "chrt",
        "taskset", "timeout", "time", "setsid", "stdbuf", "unbuffer", "chroot", "unshare",
        "nsenter", "setpriv", "capsh", "bwrap", "firejail", "flock", "watch", "watchexec", "entr",
        "nodemon", "strace", "ltrace", "gdb", "lldb", "valgrind", "perf", "script", "expect",
        "tmux", "screen", "systemd-run", "at", "batch", "crontab", "awk", "gawk", "mawk", "nawk",
        "sed", "ed", "ex", "vi", "vim", "nvim", "emacs", "less", "more", "man", "tar", "zip", "npx",
        "bunx", "uvx", "pipx", "tclsh", "wish", "osascript", "java", "jshell", "scala", "erl",
        "iex", "elixir", "ghci", "runghc", "julia", "octave", "gnuplot", "sqlite", "psql", "mysql",
        "m", "ld.so", "ld-linux-x86-64.so", "socat", "nc", "ncat", "telnet", "start-stop-daemon",
        "dpkg", "rpm", "apt", "apt-get", "env_parallel", "concurrently", "dotenv", "direnv",
        "xvfb-run", "catchsegv", "faketime", "fakeroot", "proot", "linux", "setarch", "cross-env",
        "cross-env-shell", "asdf", "mise", "nix", "nix-shell", "conda", "mamba", "devbox", "op",
        "vault", "aws-vault", "chpst", "softlimit", "hyperfine", "ccache", "sccache", "rg", "sort",
        "split", "dc", "gcc", "g++", "cc", "c++", "clang", "clang++", "docker-compose",
        "podman-compose", "bundler", "pyenv", "rbenv", "nodenv", "goenv", "volta", "fnm", "yarnpkg",
        "pnpx", "ipython", "r", "pkexec", "gosu", "run0", "printf", "test"});
    return name.empty() || text::contains(names, name);
}

bool is_interpreter(std::string_view name)
{
    return text::contains(std::array<std::string_view, 10> {"python", "pypy", "node", "nodejs",
                              "ruby", "perl", "php", "lua", "luajit", "rscript"},
        name);
}

struct Program {
    std::string_view name;
    std::vector<std::string_view> refused; // subcommands that run what follows them
};

// Programs whose prefix must include a subcommand.
const std::vector<Program>& programs_with_subcommands()
{
    static const std::vector<Program> programs {
        {"git",
            {"bisect", "rebase", "filter-branch", "submodule", "difftool", "mergetool", "config",
                "grep", "instaweb", "send-email", "daemon", "upload-pack", "receive-pack", "clone",
                "fetch", "pull", "push", "ls-remote", "archive", "remote", "for-each-repo", "hook",
                "var", "help", "maintenance", "credential", "fetch-pack", "send-pack",
                "merge-index", "remote-ext", "shell", "submodule--helper", "init"}},
        {"npm",
            {"exec", "exe", "x", "explore", "init", "create", "innit", "config", "set", "edit"}},
        {"yarn", {"dlx", "exec", "node", "create", "init", "config", "workspaces", "workspace"}},
        {"pnpm", {"dlx", "exec", "create", "init", "config", "recursive", "node"}},
        {"bun", {"x", "exec", "create", "init", "repl"}},
        {"deno", {"run", "eval", "repl", "task", "serve", "compile", "install", "x"}},
        {"cargo", {"run", "install", "config", "r", "watch", "script"}},
        {"go", {"run", "generate", "tool", "vet", "env"}},
        {"docker", {"run", "exec", "compose", "build", "buildx", "container", "create", "stack"}},
        {"podman",
            {"run", "exec", "compose", "build", "container", "create", "machine", "unshare"}},
        {"kubectl", {"run", "exec", "debug", "attach", "plugin", "cp", "config"}}, {"make", {}},
        {"gmake", {}}, {"ninja", {}}, {"just", {}}, {"task", {}}, {"rake", {}}, {"gradle", {}},
        {"gradlew", {}}, {"mvn", {}}, {"bazel", {"run"}}, {"cmake", {}}, {"meson", {"devenv"}},
        {"tox", {"exec", "devenv"}}, {"nox", {}}, {"ant", {}}, {"pip", {"config"}},
        {"uv", {"run", "tool", "x"}}, {"poetry", {"run", "shell", "config"}},
        {"pipenv", {"run", "shell"}}, {"pdm", {"run"}}, {"rye", {"run"}},
        {"hatch", {"run", "shell", "env"}}, {"bundle", {"exec", "config", "console"}},
        {"composer", {"exec", "run-script", "config"}},
        {"dotnet", {"run", "exec", "tool", "script", "fsi"}}, {"swift", {"run", "repl"}},
        {"mix", {"run", "cmd"}}, {"stack", {"exec", "run", "runghc", "ghci", "script"}},
        {"cabal", {"exec", "run", "repl"}}, {"lein", {"run", "repl"}},
        {"gh", {"extension", "alias"}}, {"terraform", {"console"}}, {"ansible", {}},
        {"helm", {"plugin"}}, {"hg", {"config"}}, {"systemctl", {"edit"}},
        {"brew", {"sh", "ruby", "irb"}}, {"zig", {"run"}}, {"cargo-nextest", {}}, {"turbo", {}},
        {"nx", {"exec"}}, {"lerna", {"exec"}}, {"rustup", {"run"}}, {"opam", {"exec"}},
        {"dune", {"exec", "utop"}}};
    return programs;
}

// Returns the entry of the program; nullptr if it has none.
const Program* program_with_subcommands(const std::string& word)
{
    const std::string name = name_of_program(word);
    const std::string whole = whole_name_of_program(word);
    const auto& programs = programs_with_subcommands();
    const auto found = std::find_if(programs.begin(), programs.end(),
        [&](const Program& one) { return one.name == name || one.name == whole; });
    return found == programs.end() ? nullptr : &*found;
}

// Returns true for options of git that run a command or write a file, also if they are abbreviated.
bool is_refused_option_of_git(const std::string& word)
{
    static constexpr auto beginnings = std::to_array<std::string_view>(
        {"--ou", "--ext-", "--exec", "--up", "--rec", "--te", "--op", "-O"});
    return std::any_of(beginnings.begin(), beginnings.end(),
        [&](std::string_view beginning) { return word.starts_with(beginning); });
}

// Programs without subcommands, whose prefix is the program alone.
bool is_offered_alone(std::string_view name)
{
    static constexpr auto names = std::to_array<std::string_view>(
        {"ls", "cat", "head", "tail", "wc", "grep", "egrep", "fgrep", "pwd", "echo", "stat", "file",
            "du", "df", "date", "diff", "cmp", "cut", "tr", "basename", "dirname", "realpath",
            "mkdir", "touch", "pytest", "mypy", "ruff", "flake", "black", "tsc", "eslint"});
    return text::contains(names, name);
}

bool is_subcommand(const std::string& word)
{
    return word.size() <= 64 && !word.empty() && text::is_letter_or_digit(word.front())
        && text::name_length(word, "-_:") == word.size();
}

std::optional<Prefix> prefix_with_script(const std::vector<std::string>& words)
{
    if (words.size() < 2 || words[1].starts_with('-') || !is_program_word(words[1])
        || words.front().find('/') != std::string::npos)
        return std::nullopt;
    return Prefix {{words[0], words[1]}, words[1]};
}

// Returns true if the name of a script follows the subcommand and is part of the prefix, as in "npm
// run build".
bool names_target(const std::string& subcommand)
{
    return text::contains(
        std::array<std::string_view, 4> {"run", "run-script", "rum", "urn"}, subcommand);
}

std::optional<std::vector<std::string>> words_with_subcommand(
    const std::vector<std::string>& words, const Program& program)
{
    if (words.size() < 2 || !is_subcommand(words[1])
        || text::contains(program.refused, text::in_lower_case(words[1])))
        return std::nullopt;
    if (!names_target(words[1]))
        return std::vector<std::string> {words[0], words[1]};
    if (words.size() < 3 || !is_subcommand(words[2]))
        return std::nullopt;
    return std::vector<std::string> {words[0], words[1], words[2]};
}

}

bool may_follow(const std::vector<std::string>& words, std::size_t count)
{
    const Program* const program = program_with_subcommands(words.front());
    if (program == nullptr)
        return true;
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(std::min(count, words.size()));
    if (program->name == "git")
        return std::none_of(begin, words.end(), is_refused_option_of_git);
    const auto is_setting = [](const std::string& word) { // of make, also after "--"
        return !word.starts_with('-') && word.find('=') != std::string::npos;
    };
    const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
    return std::none_of(begin, words.end(), is_setting)
        && std::none_of(begin, std::find(begin, words.end(), "--"), is_option);
}

// Returns the first part of the line, outside quotes, that makes it more than one simple command.
static std::string special_in(std::string_view line)
{
    static constexpr auto longer
        = std::to_array<std::string_view>({"&&", "||", ">>", "<<", "$(", "${", "|", ";", "&", ">",
            "<", "`", "$", "(", ")", "{", "*", "?", "[", "~", "#", "\\", "!"});
    char quote = '\0';
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char byte = line[at];
        if (quote == '\'' || (quote == '"' && !text::is_one_of(byte, "$`\\!"))) {
            if (byte == quote)
                quote = '\0';
            continue;
        }
        if (quote == '\0' && text::is_one_of(byte, "'\"")) {
            quote = byte;
            continue;
        }
        for (const std::string_view special : longer)
            if (line.substr(at).starts_with(special))
                return std::string(special);
    }
    return {};
}

std::string why_no_prefix(std::string_view line)
{
    if (line.find('\n') != std::string_view::npos)
        return "the command has several lines";
    const std::string_view first = line.substr(0, line.find(' '));
    if (first.find('=') != std::string_view::npos)
        return "the command begins with an assignment";
    if (const std::string special = special_in(line); !special.empty())
        return "the command has " + text::in_quotes(special);
    const auto words = words_of_line(line);
    if (!words)
        return "it is not plainly one simple command";
    return text::in_quotes(name_of_program(words->front()).empty()
                   ? words->front()
                   : std::string(text::name_of(words->front())))
        + (program_with_subcommands(words->front()) != nullptr
                ? " has subcommands, and this one can run other commands"
                : " can run other commands");
}

std::optional<Prefix> offered_prefix(const std::vector<std::string>& words)
{
    if (!is_plain_command(words))
        return std::nullopt;
    const std::string name = name_of_program(words.front());
    if (starts_others(name) || starts_others(whole_name_of_program(words.front())))
        return std::nullopt;
    if (is_interpreter(name))
        return prefix_with_script(words);
    Prefix prefix {{words.front()}};
    if (words.front().find('/') != std::string::npos)
        prefix.script = words.front();
    if (const Program* const program = program_with_subcommands(words.front())) {
        auto with_subcommand = words_with_subcommand(words, *program);
        if (!with_subcommand)
            return std::nullopt;
        prefix.words = *std::move(with_subcommand);
    } else if (!is_offered_alone(name)) {
        if (prefix.script.empty()) // any other program may run what its arguments name
            return std::nullopt;
        if (words.size() > 1 && is_subcommand(words[1]))
            prefix.words.push_back(words[1]);
    }
    return prefix;
}

}
