#include "catch.hpp"

#include "runner/options/command_line.hpp"
#include "runner/options/options.hpp"

using namespace runner::options;

using Words = std::vector<std::string>;

TEST_CASE("words choose a command, and the rest are its own")
{
    const auto [arguments, command, words] = GENERATE(table<Words, Command, Words>({
        {{"run", "--prompt=x"}, Command::run, {}},
        {{"--prompt=x"}, Command::run, {}},
        {{"embed", "--prompt=x"}, Command::embed, {}},
        {{"session", "list"}, Command::session_list, {}},
        {{"session", "show", "one"}, Command::session_show, {"one"}},
        {{"session", "fork", "one", "two"}, Command::session_fork, {"one", "two"}},
        {{"session", "delete", "one"}, Command::session_delete, {"one"}},
        {{"doctor"}, Command::doctor, {}},
        {{"capabilities", "--json"}, Command::capabilities, {}},
        {{"config", "--max-steps", "3"}, Command::config, {}},
        {{"trust"}, Command::trust, {}},
        {{"trust", "a/tools.json"}, Command::trust, {"a/tools.json"}},
        {{"trust", "list"}, Command::trust_list, {}},
        {{"trust", "remove", "a/tools.json"}, Command::trust_remove, {"a/tools.json"}},
        {{"audit", "verify", "-"}, Command::audit_verify, {"-"}},
        {{"audit", "show", "dir"}, Command::audit_show, {"dir"}},
        {{"redact"}, Command::redact, {}},
        {{"generate", "man", "exec"}, Command::generate, {"man", "exec"}},
        {{"help"}, Command::help, {}},
        {{"help", "session", "list"}, Command::help, {"session", "list"}},
        {{"version"}, Command::version, {}},
    }));
    CAPTURE(arguments);
    const CommandLine line = read_command_line(arguments);
    CHECK(line.command == command);
    CHECK(line.words == words);
}

TEST_CASE("flags that were commands of their own still are")
{
    const auto [arguments, command, words] = GENERATE(table<Words, Command, Words>({
        {{"-list-sessions"}, Command::session_list, {}},
        {{"--list-sessions", "--json"}, Command::session_list, {}},
        {{"-show-session", "one", "-json"}, Command::session_show, {"one"}},
        {{"--delete-session=one"}, Command::session_delete, {"one"}},
        {{"-capabilities", "-prompt", "x", "-tools=t"}, Command::capabilities, {}},
        {{"-prompt", "x", "-max-steps=3", "-print-config"}, Command::config, {}},
        {{"trust", "-list"}, Command::trust_list, {}},
        {{"trust", "-remove", "a/tools.json"}, Command::trust_remove, {"a/tools.json"}},
        {{"-version"}, Command::version, {}},
        {{"doctor", "--version"}, Command::version, {}},
        {{"-h"}, Command::help, {}},
        {{"-help"}, Command::help, {}},
        {{"--help", "--max-steps=none"}, Command::help, {}},
        {{"--list-sessions", "--help"}, Command::help, {}},
        {{"run", "--help"}, Command::help, {"run"}},
        {{"doctor", "-h"}, Command::help, {"doctor"}},
        {{"audit", "verify", "dir", "--help"}, Command::help, {"audit", "verify"}},
        {{"session", "--help"}, Command::help, {"session"}},
        {{"--prompt=x", "--help=false"}, Command::run, {}},
    }));
    CAPTURE(arguments);
    const Options options = parse_options(arguments);
    CHECK(options.command == command);
    CHECK(options.words == words);
}

TEST_CASE("a flag that was a command takes the flags that a run takes")
{
    const Options options = parse_options({"-print-config", "-max-steps=3", "-json", "-s", "one"});
    CHECK(options.command == Command::config);
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
