#include "catch.hpp"

#include "runner/options/command_line.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/error.hpp"

using namespace runner::options;

using Words = std::vector<std::string>;

TEST_CASE("words choose a command, and the rest are its own")
{
    const auto [arguments, command, words] = GENERATE(table<Words, Command, Words>({
        {{"run", "--prompt=x"}, "run", {}},
        {{"--prompt=x"}, "run", {}},
        {{"embed", "--prompt=x"}, "embed", {}},
        {{"session", "list"}, "session list", {}},
        {{"session", "show", "one"}, "session show", {"one"}},
        {{"session", "fork", "one", "two"}, "session fork", {"one", "two"}},
        {{"session", "delete", "one"}, "session delete", {"one"}},
        {{"doctor"}, "doctor", {}},
        {{"capabilities", "--json"}, "capabilities", {}},
        {{"config", "--max-steps", "3"}, "config", {}},
        {{"trust"}, "trust", {}},
        {{"trust", "a/tools.json"}, "trust", {"a/tools.json"}},
        {{"trust", "list"}, "trust list", {}},
        {{"trust", "remove", "a/tools.json"}, "trust remove", {"a/tools.json"}},
        {{"audit", "verify", "-"}, "audit verify", {"-"}},
        {{"audit", "show", "dir"}, "audit show", {"dir"}},
        {{"redact"}, "redact", {}},
        {{"generate", "man", "exec"}, "generate", {"man", "exec"}},
        {{"help"}, "help", {}},
        {{"help", "session", "list"}, "help", {"session", "list"}},
        {{"version"}, "version", {}},
    }));
    CAPTURE(arguments);
    const CommandLine line = read_command_line(arguments);
    CHECK(line.command == command);
    CHECK(line.words == words);
}

TEST_CASE("flags may come before the words of a command")
{
    const auto [arguments, command, words] = GENERATE(table<Words, Command, Words>({
        {{"-C", "/", "session", "list"}, "session list", {}},
        {{"-C=/", "doctor"}, "doctor", {}},
        {{"--json", "session", "show", "one"}, "session show", {"one"}},
        {{"--json", "-C=/", "doctor", "--connect"}, "doctor", {}},
        {{"--model", "chat", "chat"}, "chat", {}},
        {{"--prompt", "doctor"}, "run", {}},
        {{"-w", "deploy", "doctor"}, "workflow run", {"deploy"}},
    }));
    CAPTURE(arguments);
    const CommandLine line = read_command_line(arguments);
    CHECK(line.command == command);
    CHECK(line.words == words);
    CHECK_THROWS(read_command_line({"--json", "something"}));
    CHECK_THROWS(read_command_line({"--no-such-flag", "doctor"}));
}

TEST_CASE("a flag that other programs have is suggested by our name")
{
    const auto [typed, hint] = GENERATE(table<const char*, const char*>({
        {"--url=x", "did you mean '--base-url'?"},
        {"--key=x", "did you mean '--api-key'?"},
        {"--cwd=x", "did you mean '--workspace'?"},
        {"-q", "stdout has the answer alone; 2> /dev/null leaves out the notes"},
    }));
    try {
        read_command_line({typed});
        FAIL("it is accepted");
    } catch (const toolkit::ToolError& error) {
        CHECK(error.hint == hint);
    }
    CHECK(read_command_line({"-p", "x", "-m", "y"}).flags.size() == 2);
    CHECK(read_command_line({"-V"}).command == "version");
    CHECK(read_command_line({"-w", "x", "--p", "y"}).loose.size() == 2);
    CHECK_THROWS(read_command_line({"--p", "x"}));
}

TEST_CASE("flags that were commands of their own still are")
{
    const auto [arguments, command, words] = GENERATE(table<Words, Command, Words>({
        {{"-list-sessions"}, "session list", {}},
        {{"--list-sessions", "--json"}, "session list", {}},
        {{"-show-session", "one", "-json"}, "session show", {"one"}},
        {{"--delete-session=one"}, "session delete", {"one"}},
        {{"-capabilities", "-prompt", "x", "-tools=t"}, "capabilities", {}},
        {{"-prompt", "x", "-max-steps=3", "-print-config"}, "config", {}},
        {{"trust", "-list"}, "trust list", {}},
        {{"trust", "-remove", "a/tools.json"}, "trust remove", {"a/tools.json"}},
        {{"-version"}, "version", {}},
        {{"doctor", "--version"}, "version", {}},
        {{"-h"}, "help", {}},
        {{"-help"}, "help", {}},
        {{"--help", "--max-steps=none"}, "help", {}},
        {{"--list-sessions", "--help"}, "help", {}},
        {{"run", "--help"}, "help", {"run"}},
        {{"doctor", "-h"}, "help", {"doctor"}},
        {{"audit", "verify", "dir", "--help"}, "help", {"audit", "verify"}},
        {{"session", "--help"}, "help", {"session"}},
        {{"--prompt=x", "--help=false"}, "run", {}},
    }));
    CAPTURE(arguments);
    const Options options = parse_options(arguments);
    CHECK(options.command == command);
    CHECK(options.words == words);
}

TEST_CASE("a flag that was a command takes the flags that a run takes")
{
    const Options options = parse_options({"-print-config", "-max-steps=3", "-json", "-s", "one"});
    CHECK(options.command == "config");
    CHECK(options.max_steps == 3);
    CHECK(options.json);
    CHECK(options.session == "one");
    CHECK(options.origins.at("max-steps").front().source == "--max-steps");
}

TEST_CASE("config takes the flags of run, and needs no prompt")
{
    const Options options = parse_options({"config", "--max-steps=3", "--json", "-s", "one"});
    CHECK(options.max_steps == 3);
    CHECK(options.json);
    CHECK(options.origins.at("session").front().value == "one");
}
