#include "catch.hpp"

#include "runner/commands/help.hpp"
#include "runner/options/option_values.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/time_text.hpp"

#include <cstdlib>
#include <functional>

using namespace agent;
using namespace runner::commands;
using namespace runner::options;
using namespace toolkit::system;
using namespace toolkit::text;

using namespace std::chrono_literals;

static std::string message_of(const std::function<void()>& work)
{
    try {
        work();
    } catch (const ToolError& error) {
        return error.message + (error.hint.empty() ? "" : "; " + error.hint);
    }
    return "no error";
}

TEST_CASE("a duration has a unit, or is in seconds")
{
    const auto [text, expected] = GENERATE(table<std::string, std::chrono::milliseconds>({
        {"30s", 30s},
        {"2m", 2min},
        {"500ms", 500ms},
        {"1h", 1h},
        {"24h", 24h},
        {"1.5s", 1500ms},
        {"7", 7s},
        {"0.25", 250ms},
        {"1ms", 1ms},
    }));
    CHECK(parse_duration(text) == expected);
}

TEST_CASE("a duration is told as it is written")
{
    const std::string text
        = GENERATE(as<std::string>(), "1ms", "999ms", "1s", "1.5s", "1.005s", "30s", "86400s");
    CHECK(duration_text(parse_duration(text)) == text);
}

TEST_CASE("what is no duration is refused")
{
    const std::string text
        = GENERATE(as<std::string>(), "", "s", "ms", "0", "0s", "-1s", "+1s", "1x", "1 s", " 1s",
            "1e3", "0x10", "inf", "nan", "25h", "1.2.3", "0.0001s", "99999999999999999999s");
    CAPTURE(text);
    CHECK_THROWS_AS(parse_duration(text), ToolError);
}

TEST_CASE("counts and temperatures have limits")
{
    CHECK(parse_count("1") == 1);
    CHECK(parse_count("1000000") == 1'000'000);
    for (const char* text : {"", "0", "-1", "1000001", "1.5", "1x", "99999999999999999999"})
        CHECK_THROWS_AS(parse_count(text), ToolError);
    CHECK(parse_temperature("0") == 0);
    CHECK(parse_temperature("2") == 2);
    CHECK(parse_temperature(".5") == 0.5);
    for (const char* text : {"", "-0.1", "2.01", "warm", "nan", "1e0", "."})
        CHECK_THROWS_AS(parse_temperature(text), ToolError);
}

TEST_CASE("'never' is an older name of the value auto of --approve")
{
    CHECK(parse_approve("auto") == calls::Approve::never);
    CHECK(parse_approve("never") == calls::Approve::never);
    CHECK(message_of([] { parse_approve("none"); }).find("auto, edits, changes, always or plan")
        != std::string::npos);
}

TEST_CASE("top-p and seed have limits")
{
    CHECK(parse_top_p("0") == 0);
    CHECK(parse_top_p("1") == 1);
    CHECK(parse_seed("-1") == -1);
    CHECK(parse_seed("9007199254740991") == 9007199254740991);
    for (const char* text : {"", "-0.1", "1.01", "all", "nan"})
        CHECK_THROWS_AS(parse_top_p(text), ToolError);
    for (const char* text : {"", "1.5", "9007199254740992", "x", "1 "})
        CHECK_THROWS_AS(parse_seed(text), ToolError);
}

TEST_CASE("flags may be written in four ways, and the last one counts")
{
    const std::vector<std::string> arguments = GENERATE(values<std::vector<std::string>>({
        {"-prompt", "hi", "-model", "m"},
        {"--prompt", "hi", "--model", "m"},
        {"--prompt=hi", "--model=m"},
        {"--model=other", "--prompt=hi", "--model", "m"},
    }));
    const Options options = parse_options(arguments);
    CHECK(options.prompt == "hi");
    CHECK(options.model == "m");
}

TEST_CASE("the defaults are those of --help")
{
    const Options options = parse_options({"--prompt=hi"});
    CHECK(options.max_steps == 8);
    CHECK(options.timeout == 30s);
    CHECK_FALSE(options.temperature);
    CHECK(options.tools.empty());
    CHECK_FALSE(options.debug.is_on);
    CHECK(help_text("run").find(
              "  --max-steps N           maximum number of requests to the model [8]\n")
        != std::string::npos);
}

TEST_CASE("values may begin with a dash, be empty, and hold an equals sign")
{
    CHECK(parse_options({"--prompt", "-x"}).prompt == "-x");
    CHECK(parse_options({"--prompt=a=b"}).prompt == "a=b");
    CHECK(parse_options({"--prompt=x", "--system="}).system == "");
    CHECK(parse_options({"--prompt=x", "--system", ""}).system == "");
}

TEST_CASE("only what may be empty can be given an empty value")
{
    for (const std::string name : {"only-tools", "output-schema", "replay", "session", "profile",
             "ca-file", "redact", "redact-key", "record", "save-messages", "load-messages",
             "system-file", "tools", "fork", "model", "header", "debug"}) {
        const std::string message = message_of([&] {
            parse_options({"--prompt=x", "--" + name + "="});
        });
        CHECK(message.starts_with("--" + name + " has an empty value; leave the flag out, or "));
    }
    CHECK(message_of([] {
        parse_options({"audit", "verify", "--expect", ""});
    }) == "--expect has an empty value; leave the flag out, or give it HASH");
    CHECK(parse_options({"--prompt=x", "--without-tools="}).without_tools.empty());
}

TEST_CASE("switches stand alone or have a value")
{
    CHECK(parse_options({"--prompt=x", "--debug"}).debug.is_on);
    CHECK(parse_options({"--prompt=x", "--debug=1"}).debug.is_on);
    CHECK_FALSE(parse_options({"--prompt=x", "--debug=false"}).debug.is_on);
    CHECK(parse_options({"--prompt=x", "--debug=log.txt"}).debug.file == "log.txt");
    CHECK(parse_options({"--prompt=x", "--debug=log.txt", "--debug"}).debug.file.empty());
}

TEST_CASE("every pattern to redact counts, of flags and of the environment")
{
    setenv("AGENTCLI_REDACT", "one\n\ntwo\n", 1);
    const Options options = parse_options({"--prompt=x", "--redact=three", "--redact", "four"});
    unsetenv("AGENTCLI_REDACT");
    CHECK(options.redact.patterns == std::vector<std::string> {"one", "two", "three", "four"});
}

TEST_CASE("a variable that is empty is not set, and the first one that is set counts")
{
    setenv("OAI_API_KEY", "", 1);
    setenv("OPENAI_API_KEY", "second", 1);
    setenv("OAI_MODEL", "", 1);
    const Options options = parse_options({"--prompt=x"});
    for (const char* name : {"OAI_API_KEY", "OPENAI_API_KEY", "OAI_MODEL"})
        unsetenv(name);
    CHECK(options.api_key == "second");
    CHECK(options.model.empty());
}

TEST_CASE("words before the flags choose a command, and those behind them are its own")
{
    CHECK(parse_options({"--prompt=doctor"}).command == "run");
    CHECK(parse_options({"doctor", "--json"}).command == "doctor");
    const Options options = parse_options({"help", "--tools=t", "get_time"});
    CHECK(options.command == "help");
    CHECK(options.tools == "t");
    CHECK(options.words == std::vector<std::string> {"get_time"});
}

TEST_CASE("a variable that the command does not read can't be wrong")
{
    setenv("OPENAI_API_KEY", "a blank", 1);
    CHECK_NOTHROW(parse_options({"help"}));
    CHECK_THROWS_AS(parse_options({"doctor"}), ToolError);
    unsetenv("OPENAI_API_KEY");
}

TEST_CASE("misuse is told with what would work")
{
    const auto [arguments, expected] = GENERATE(table<std::vector<std::string>, std::string>({
        {std::vector<std::string>(),
            "--prompt TEXT is required; --prompt - reads it from stdin; a chat needs a terminal as "
            "stdin and stdout, and 'agentcli host' is for programs"},
        {{"-promp=x"}, "unknown flag '-promp'; did you mean '--prompt'?"},
        {{"--zzzzzzzz"}, "unknown flag '--zzzzzzzz'; 'agentcli help run' lists the flags"},
        {{"--prompt"}, "--prompt needs a value: --prompt TEXT"},
        {{"--prompt=x", "--max-steps=0"},
            "--max-steps: '0' is not a whole number from 1 to 1000000"},
        {{"--prompt=x", "--debug=Off"},
            "--debug: 'Off' is neither true, false nor a file; ./Off names a file"},
        {{"--prompt=x", "--dry-run=maybe"}, "--dry-run: 'maybe' is not true or false"},
        {{"--prompt=\xff"}, "--prompt: '\\xff' is not UTF-8"},
        {{"--prompt=x", "--api-key=a\r\nX:"},
            "--api-key: the key contains whitespace or a character that is not ASCII"},
        {{"-"}, "unexpected argument '-'; the prompt goes after --prompt"},
        {{"doktor", "more"},
            "unknown command 'doktor'; did you mean 'doctor'? A prompt goes after --prompt"},
        {{"tell me"},
            "unknown command 'tell me'; 'agentcli help' lists the commands; a prompt goes after "
            "--prompt"},
        {{"doctor", "more"}, "unexpected argument 'more'; the usage is: agentcli doctor [flags]"},
        {{"doctor", "--stream"},
            "--stream is not a flag of 'agentcli doctor'; 'agentcli run' takes it"},
        {{"doctor", "-tolls=x"}, "unknown flag '-tolls'; did you mean '--tools'?"},
        {{"doctor", "-"}, "unexpected argument '-'; the usage is: agentcli doctor [flags]"},
        {{"help", "one", "two", "three"},
            "unexpected argument 'three'; the usage is: agentcli help [COMMAND | TOOL | providers] "
            "[flags]"},
        {{"--model", "--prompt", "x"},
            "--model needs a value: --model NAME; --model=--prompt gives it this one"},
        {{"--prompt=x", "--system=s", "--system-file=f"},
            "--system and --system-file cannot be combined; give one of them"},
        {{"--prompt= \n\t"}, "--prompt: it is only whitespace"},
        {{"--prompt=x", "more"}, "unexpected argument 'more'; the prompt goes after --prompt"},
        {{"--prompt=x", "--prompt", "y"}, "--prompt is given twice; give it once"},
        {{"--list-sessions", "--delete-session", "x"},
            "--list-sessions and --delete-session cannot be combined; give one of them"},
        {{"--dry-run", "--print-config", "--prompt=x"},
            "--print-config and --dry-run cannot be combined; give one of them"},
        {{"--delete-session", "x", "--dry-run"},
            "--delete-session and --dry-run cannot be combined; give one of them"},
        {{"--prompt=x", "--json", "--events"},
            "--json and --events cannot be combined; give one of them"},
        {{"--prompt=x", "--fork=b"}, "--fork requires --session, which is missing"},
        {{"session"},
            "'session' needs a second word; one of 'session list', 'session show', 'session fork', "
            "'session rewind', 'session delete', 'session prune'"},
        {{"session", "lst"},
            "unknown command 'session lst'; did you mean 'session list'? A prompt goes after "
            "--prompt"},
        {{"sesion", "list"},
            "unknown command 'sesion'; did you mean 'session'? A prompt goes after --prompt"},
        {{"session", "show"},
            "'agentcli session show' needs NAME; the usage is: agentcli session show NAME [flags]"},
        {{"session", "show", "a", "b"},
            "unexpected argument 'b'; the usage is: agentcli session show NAME [flags]"},
        {{"session", "fork", "a"},
            "'agentcli session fork' needs NAME NEW; the usage is: agentcli session fork NAME NEW "
            "[flags]"},
        {{"trust", "--list", "--remove"},
            "--list and --remove cannot be combined; give one of them"},
        {{"doctor", "--list-sessions"},
            "unknown flag '--list-sessions'; 'agentcli help doctor' lists the flags"},
    }));
    CHECK(message_of([&, &given = arguments] { parse_options(given); }) == expected);
}
