#include "catch.hpp"

#include "agent/permissions/command_words.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace agent::permissions;
using Words = std::vector<std::string>;

TEST_CASE("a line of plain and quoted words is a simple command")
{
    CHECK(words_of_line("npm test") == Words {"npm", "test"});
    CHECK(words_of_line("  npm   test  ") == Words {"npm", "test"});
    CHECK(words_of_line("git commit -m 'a; b && $(c) `d` \"e\" \\ *'")
        == Words {"git", "commit", "-m", "a; b && $(c) `d` \"e\" \\ *"});
    CHECK(words_of_line("grep -n \"it's (not) <x>\" a.txt")
        == Words {"grep", "-n", "it's (not) <x>", "a.txt"});
    CHECK(words_of_line("make CC=gcc '' all") == Words {"make", "CC=gcc", "", "all"});
    CHECK(words_of_line("echo 'größer'") == Words {"echo", "größer"});
    CHECK(words_of_line("/usr/bin/ls --color=never a,b @x %y 1:2")
        == Words {"/usr/bin/ls", "--color=never", "a,b", "@x", "%y", "1:2"});
}

TEST_CASE("a line that is not plainly one simple command is refused")
{
    static const std::vector<std::string> refused {"", "   ", "npm test; rm x", "npm test;",
        "a && b", "a || b", "a | b", "a & b", "a &", "a > b", "a 2>&1", "a < b", "a << E", "a $B",
        "a $(b)", "a ${b}", "a `b`", "(a)", "{ a; }", "a {b,c}", "a *", "a ?", "a [b]", "a \\b",
        "a\\\nb", "a\nb", "npm test\nrm x", "\nnpm test", "a\rb", "a\tb", "a\vb", "a\fb", "a # b",
        "#a", "a #", "~/a", "a ~", "a ~root", "a !", "! a", "a !!", "a ^b^c", "X=1 a", "X= a",
        "PATH=. npm test", "X+=1 a", "a[1]=2 b", "'npm' test", "\"npm\" test", " 'npm' test",
        "n'p'm test", "npm t'es't", "npm 'te'st", "npm --x='y'", "npm 'a''b'", "npm \"a\"'b'",
        "npm 'a", "npm \"a", "npm a'", "npm \"$X\"", "npm \"`x`\"", "npm \"a\\\"b\"", "npm \"a!b\"",
        "npm 'a\nb'", "npm \"a\nb\"", "npm 'a\tb'", "npm größer", "größer", "npm \xa0test",
        "npm\xc2\xa0test", "npm '\xff'", "npm \u2028test", "npm \u202e'x'", "if a", "then",
        "while a", "for a in b", "case a", "{", "}", "time a", "coproc a", "eval a", "exec a",
        ". a", "source a", "command a", "builtin a", "alias a", "export a", "set a", "trap a",
        "cd a", "function a", "-a", "a=b", "$'a'", "a $'b'", "a $\"b\"", "a <(b)", "a >(b)",
        "a ;; b", "a |& b", "a &> b", "[[ a ]]", "[ a ]", "a;b", "a&b", "a|b", "a<b", "a>b",
        "a%b c", "@a", ":", "+:", ",a", "a\x7f", "a \x1b[0m", "a \b"};
    for (const auto& line : refused) {
        INFO(line);
        CHECK(!words_of_line(line));
    }
    CHECK(!words_of_line(std::string("npm test\0rm", 11)));
    CHECK(!words_of_line(std::string("npm 'a\0b'", 9)));
    CHECK(!words_of_line("a " + std::string(max_command, 'b')));
    CHECK(!is_plain_command({"npm", std::string("a\0b", 3)}));
    CHECK(!is_plain_command({}));
    CHECK(!is_plain_command({"npm test"}));
    CHECK(!is_plain_command({"sh -c"}));
    CHECK(is_plain_command({"npm", "a; b", "$(c)"}));
}

// Returns a line of pieces that mean something to a shell, and of such that do not.
static std::string random_line(std::mt19937& random)
{
    static constexpr auto pieces
        = std::to_array<std::string_view>({"a", "b1", "-x", "--y=z", " ", " ", "  ", "'", "\"",
            "'c d'", "\"e f\"", "=", "%", ",", ".", "/", ":", "@", "+", "_", "$", "\\", ";", "#",
            "~", "*", "!", "`", "(", ")", "{", "}", "&", "|", "<", ">", "''", "\"\"", "é"});
    std::string line = "printf ";
    for (std::size_t count = random() % 8; count > 0; --count)
        line += pieces.at(random() % pieces.size());
    return line;
}

static std::string output_of(const std::string& command)
{
    struct Close {
        void operator()(FILE* file) const { pclose(file); }
    };
    const std::unique_ptr<FILE, Close> pipe(popen(command.c_str(), "r"));
    REQUIRE(pipe);
    std::string output;
    std::array<char, 4096> bytes {};
    while (const std::size_t got = fread(bytes.data(), 1, bytes.size(), pipe.get()))
        output.append(bytes.data(), got);
    return output;
}

TEST_CASE("a shell reads the same words")
{
    std::mt19937 random(7); // NOLINT: the same lines each time
    std::string script = "show() { for w; do printf '<%s>' \"$w\"; done; echo; }\n";
    std::string expected;
    std::size_t count = 0;
    while (count < 1500) {
        const std::string line = random_line(random);
        const auto words = words_of_line(line);
        if (!words)
            continue;
        ++count;
        REQUIRE(words->front() == "printf");
        script += "show" + line.substr(line.find("printf") + 6) + "\n";
        for (std::size_t at = 1; at < words->size(); ++at)
            expected += "<" + (*words)[at] + ">";
        expected += "\n";
    }
    std::string quoted;
    for (const char byte : script)
        quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
    CHECK(output_of("sh -c '" + quoted + "'") == expected);
}

TEST_CASE("words that follow a prefix run no other code")
{
    CHECK(may_follow({"npm", "test", "--", "--watch"}, 2));
    CHECK(may_follow({"git", "log", "--oneline", "-3"}, 2));
    CHECK(may_follow({"ls", "-la", "a=b"}, 1));
    CHECK(!may_follow({"npm", "test", "--node-options=--import=x"}, 2));
    CHECK(!may_follow({"make", "test", "--eval=$(shell x)"}, 2));
    CHECK(!may_follow({"make", "test", "SHELL=x"}, 2));
    CHECK(!may_follow({"make", "test", "--", "SHELL=x"}, 2));
    CHECK(!may_follow({"go", "test", "-exec", "x"}, 2));
    CHECK(!may_follow({"git", "log", "--outp=x"}, 2));
}

static std::string offered(const std::string& line)
{
    const auto words = words_of_line(line);
    const auto prefix = words ? offered_prefix(*words) : std::nullopt;
    if (!prefix)
        return "none";
    std::string text;
    for (const auto& word : prefix->words)
        text += (text.empty() ? "" : " ") + word;
    return text + (prefix->script.empty() ? "" : " while " + prefix->script);
}

TEST_CASE("the prefix that is offered names what is run")
{
    CHECK(offered("npm test") == "npm test");
    CHECK(offered("npm test -- --watch") == "npm test");
    CHECK(offered("npm run build --x") == "npm run build");
    CHECK(offered("git log --oneline") == "git log");
    CHECK(offered("cargo test x") == "cargo test");
    CHECK(offered("make check V=1") == "make check");
    CHECK(offered("ls -la src") == "ls");
    CHECK(offered("pytest tests/a.py -k x") == "pytest");
    CHECK(offered("python3 tools/x.py --a") == "python3 tools/x.py while tools/x.py");
    CHECK(offered("node build.js") == "node build.js while build.js");
    CHECK(offered("./configure --prefix=/x") == "./configure while ./configure");
    CHECK(offered("tools/gen all") == "tools/gen all while tools/gen");
}

TEST_CASE("no prefix is offered that would allow other commands or code")
{
    for (const char* line :
        {"sh x.sh", "bash -c x", "/bin/sh x", "dash x", "busybox sh", "env a", "sudo a", "xargs a",
            "find x", "ssh h", "docker run x", "docker exec x", "git -c a=b log", "git",
            "git -C x status", "git rebase x", "npx a", "npm exec a", "npm x a", "npm", "npm run",
            "npm run --x", "npm --prefix x test", "uvx a", "uv run a", "python3", "python3 -c x",
            "python3 -m x", "python3.11 -c x", "/usr/bin/python3 x.py", "node -e x",
            "node --eval=x", "perl -e x", "ruby -e x", "make", "make -f x", "make V=1", "go run x",
            "cargo run", "awk x", "sed x", "tar x", "vim x", "timeout 5 x", "nice x", "nohup x",
            "Bash x", "BASH x", "bash5 x", "bash-5.2 x", "deno run x", "yarn dlx x", "pnpm dlx x",
            "bundle exec x", "bundler exec x", "docker-compose exec x", "rg x", "sort x", "split x",
            "gcc x.c", "printf x", "test -f x", "/lib64/ld-linux-x86-64.so.2 x", "unknown x",
            "kubectl exec x", "./gradlew", "script x", "watch x", "strace x"}) {
        INFO(line);
        CHECK(offered(line) == "none");
    }
}
