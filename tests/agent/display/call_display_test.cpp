#include "catch.hpp"

#include "agent/display/call_display.hpp"
#include "agent/display/change_rows.hpp"
#include "agent/display/rows.hpp"
#include "agent/display/written_arguments.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/named_file.hpp"

#include <filesystem>

using namespace agent;
using namespace toolkit;
using namespace toolkit::json;
using display::CallEnd;
using display::ShownTool;

// A tool of the shipped manifest.
static ShownTool shipped(const std::string& name)
{
    const auto root = std::filesystem::path(__FILE__).parent_path() / "../../..";
    static const Json manifest = parse_bounded(
        system::read_named_file((root / "tools.json").string(), "the manifest", 1 << 20));
    for (const Json& tool : manifest.at("tools"))
        if (tool.at("name") == name)
            return {name, member(tool, "display")};
    return {name};
}

static std::string title(const std::string& tool, std::string_view arguments)
{
    return display::title_of_call(shipped(tool), parse_bounded(arguments));
}

// The line of a call that has ended, and the lines below it with their roles.
static std::string ended(const std::string& name, std::string_view arguments, const CallEnd& end)
{
    static const char* const marks[] {"| ", "! ", "+", "-", " ", "~", "= "};
    const Json given = parse_bounded(arguments);
    const ShownTool tool = shipped(name);
    channel::Display shown = display::display_of_call(tool, given);
    display::add_end(shown, tool, given, end);
    std::string text = (shown.has_failed ? "x " : "") + display::line_of(shown) + "\n";
    const std::string more
        = shown.left_out > 0 ? "... " + std::to_string(shown.left_out) + "\n" : "";
    text += shown.is_tail ? more : "";
    for (const auto& line : shown.lines)
        text += (line.number ? std::to_string(*line.number) : "")
            + marks[static_cast<int>(line.role)] + line.text + "\n";
    return text + (shown.is_tail ? "" : more);
}

TEST_CASE("a row has the values of an object, or is left out")
{
    const Json values {
        {"n", 1}, {"many", {1, 2, 3}}, {"is", true}, {"words", {"a b", "c"}}, {"size", 9400}};
    CHECK(display::filled("{n:file/files} of {many:file/files}", values) == "1 file of 3 files");
    CHECK(display::filled("{is:new/replaced}", values) == "new");
    CHECK(display::filled("{n:/files}", values) == std::nullopt);
    CHECK(display::filled("run {words}", values) == "run 'a b' c");
    CHECK(display::filled("{size:bytes}", values) == "9.4 KB");
    CHECK(display::filled("{missing}", values) == std::nullopt);
    CHECK(display::filled("{n} {missing}", values) == "1");
    CHECK(display::filled("lines {n}-{n} of {missing}", values) == "lines 1-1");
    CHECK(display::filled("of {n} {missing} lines", values) == "of 1 lines");
    CHECK(display::filled("all", values) == "all");
    CHECK(display::filled("{n", values) == "1");
}

TEST_CASE("a call is shown by the declaration of its tool")
{
    CHECK(title("fs_read_lines", R"({"path":"src/a.cpp","startLine":3})") == "read src/a.cpp");
    CHECK(title("fs_search", R"({"pattern":"parse_line\\(","path":"src"})")
        == "search \"parse_line\\(\" in src");
    CHECK(title("fs_move", R"({"from":"a","to":"b"})") == "move a to b");
    CHECK(title("apply_patch", R"({"unifiedDiff":"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"})")
        == "patch x");
    CHECK(title("fs_read_lines", R"({"file_path":"a"})") == "read \"a\""); // an alias of a field
    CHECK(title("exec", R"({"command":"npm test"})") == "run npm test");
    CHECK(title("exec", R"({"cmd":"ls","args":["-l","a b"]})") == "run ls -l 'a b'");
    CHECK(title("exec", R"({"cmd":"bash","args":["-lc","npm test"]})") == "run npm test");
    CHECK(title("exec", R"({"command":"bash","args":["-lc","npm test"]})") == "run npm test");
    CHECK(title("exec", R"({"command":["sh","-c","make"]})") == "run make");
    CHECK(title("exec", R"({"cmd":["bash","-c"],"args":["make"]})") == "run make");
    CHECK(title("exec", R"({"command":"grep","args":["-r","a b","."]})") == "run grep -r 'a b' .");
    CHECK(title("exec", R"({"command":"bash","args":["run.sh"]})") == "run bash run.sh");
    CHECK(title("exec", R"({"command":"ls -l","args":[]})") == "run ls -l");
    CHECK(title("exec", R"({"command":"set -e\nmake\nmake test"})") == "run set -e … (3 lines)");
}

TEST_CASE("a tool that declares nothing is shown by its arguments, and never as JSON")
{
    CHECK(title("github__create_issue", R"({"title":"Crash on empty input"})")
        == "github: create_issue \"Crash on empty input\"");
    CHECK(title("shout", R"({"text":"a","times":3,"more":{"x":1}})") == "shout text a times 3");
    CHECK(display::title_of_call({"shout"}, Json("not JSON")) == "shout not JSON");
    CHECK(ended("jira__find", R"({"q":"x"})", {.content = "one\ntwo\nthree\nfour\n"})
        == "jira: find \"x\"\n| one\n| two\n| three\n... 1\n");
    CHECK(ended("shout", "{}", {.content = R"({"a":1,"b":{"c":"d"}})"})
        == "shout\n| a: 1\n| b:\n|   c: d\n");
    CHECK(ended("shout", "{}", {.content = R"({"exitCode":2,"stdout":"a\n"})"})
        == "x shout · exit 2\n| a\n");
}

TEST_CASE("a verb can replace the first part of the subject")
{
    const ShownTool tool {"agent",
        parse_bounded(
            R"({"kind":"other","verb":"agent","subject":["{agent}","{task}"],"verbs":{"investigator":"investigate"}})")};
    const auto title_for = [&](const char* agent) {
        return display::title_of_call(tool, {{"agent", agent}, {"task", "Where is main?"}});
    };
    CHECK(title_for("investigator") == "investigate Where is main?");
    CHECK(title_for("reviewer") == "agent reviewer Where is main?");
}

TEST_CASE("the end of a command is its status and the tail of what it has printed")
{
    CHECK(ended("exec", R"({"command":"make"})",
              {.content = R"({"exitCode":1,"stdout":"1\n2\n3\n4\n","stderr":"5\n6\n"})"})
        == "x run make · exit 1\n... 1\n| 2\n| 3\n| 4\n| 5\n| 6\n");
    CHECK(ended("exec", R"({"command":"true"})", {.content = R"({"exitCode":0,"stdout":""})"})
        == "run true · no output\n");
    CHECK(ended("exec", R"({"command":"s","timeoutSec":30})",
              {.content
                  = R"({"exitCode":143,"signal":"SIGTERM","timedOut":true,"stdout":"a\rb\r\n"})"})
        == "x run s · timed out after 30 s\n| b\n");
    CHECK(
        ended("exec", R"({"command":"s"})",
            {.content = R"({"exitCode":139,"signal":"SIGSEGV","stdout":"\u001b[31mred\u001b[0m"})"})
        == "x run s · signal 11 (SEGV)\n| red\n");
    CHECK(ended("exec", R"({"command":"npm run dev","background":"dev"})",
              {.content = R"({"background":"dev","pid":3})"})
        == "run npm run dev · in the background as \"dev\"\n");
    display::LiveTail printed;
    printed.add("out 1\nerr");
    printed.add(" 1\nout 2\n");
    CHECK(ended("exec", R"({"command":"x"})",
              {.content = R"({"exitCode":0,"stdout":"out 1\nout 2\n","stderr":"err 1\n",)"
                          R"("truncated":true})",
                  .printed = &printed})
        == "run x · 3 lines · the model has the first and last 9 B\n| out 1\n| err 1\n| out 2\n");
}

static const char* const diff = "--- a/p.cpp\n+++ b/p.cpp\n@@ -40,4 +40,4 @@\n a\n b\n-old\n"
                                "+new\n c\n";

TEST_CASE("a change is its lines with their numbers")
{
    const Json answer {{"replacements", 2}, {"diff", diff}};
    CHECK(ended("fs_edit", R"({"path":"p.cpp"})", {.content = answer.dump()})
        == "edit p.cpp · 2 places · +1 -1\n41 b\n42-old\n42+new\n43 c\n");
    CHECK(ended("fs_edit", R"({"path":"p.cpp"})", {.content = answer.dump(), .shown_diff = diff})
        == "edit p.cpp · 2 places · +1 -1 · as shown\n");
    CHECK(ended("fs_edit", R"({"path":"p.cpp"})", {.content = answer.dump(), .max_diff_lines = 2})
        == "edit p.cpp · 2 places · +1 -1\n41 b\n42-old\n... 2\n");
    const std::string two = "--- a/p\n+++ b/p\n@@ -1,2 +1,2 @@\n-a\n+b\n x\n"
                            "@@ -9 +9,2 @@\n y\n+z\n";
    CHECK(
        ended("fs_write_file", R"({"path":"p"})", {.content = R"({"created":false})", .diff = two})
        == "write p · replaced · +2 -1\n1-a\n1+b\n~\n10+z\n");
    std::string made = "--- /dev/null\n+++ b/p\n@@ -0,0 +1,9 @@\n";
    for (int line = 1; line <= 9; ++line)
        made += "+" + std::to_string(line) + "\n";
    CHECK(
        ended("fs_write_file", R"({"path":"p"})", {.content = R"({"created":true})", .diff = made})
        == "write p · new · 9 lines\n1+1\n2+2\n3+3\n4+4\n5+5\n... 4\n");
    CHECK(ended("fs_edit", R"({"path":"p"})",
              {.content = R"({"error":"'oldString' occurs twice","code":"NO_MATCH"})",
                  .code = "NO_MATCH"})
        == "x edit p · not applied\n! 'oldString' occurs twice\n");
    CHECK(ended("fs_edit", R"({"path":"p"})",
              {.content = R"({"error":"'fs_edit' was not run: the operator said no: not now",)"
                          R"("code":"PERMISSION_DENIED"})",
                  .code = "PERMISSION_DENIED"})
        == "x edit p · not run\n! the operator said no: not now\n");
}

TEST_CASE("a call whose arguments cannot be used says so in words for a person")
{
    const auto refused = [](const char* arguments, const std::string& why, const char* hint = "") {
        return ended("fs_edit", arguments,
            {.content = R"({"error":"the arguments of 'fs_edit' can't be used: )" + why
                    + R"(","code":"BAD_REQUEST","hint":")" + hint + "\"}",
                .code = "BAD_REQUEST"});
    };
    const std::string broken = "the request is not JSON, at byte 9: parse error at line 1";
    CHECK(refused(R"("{\"path\":")", broken, "arguments are one JSON object")
        == "x edit · not run\n! its arguments are not valid JSON; the model was told\n");
    CHECK(refused(R"("{\"path\":")", broken, "your message was cut off at its limit of tokens")
        == "x edit · not run\n! the reply reached its limit of tokens in this call; the model was "
           "told\n");
    CHECK(refused(R"({"path":"p"})", "the object lacks 'oldString'")
        == "x edit p · not run\n! the object lacks 'oldString'\n");
}

TEST_CASE("facts tell what was found")
{
    CHECK(ended("fs_search", R"({"pattern":"x"})",
              {.content = R"({"files":[{"path":"a","lines":"1:x\n2-y\n3:x"},)"
                          R"({"path":"b","lines":"7:x"}],"truncated":true})"})
        == "search \"x\" · 3 matches in 2 files · truncated\n");
    CHECK(ended("fs_search", R"({"pattern":"x"})", {.content = R"({"files":[]})"})
        == "search \"x\" · no match\n");
    CHECK(ended("fs_read_lines", R"({"path":"a"})",
              {.content = R"({"content":"x\n","startLine":1,"endLine":120})"})
        == "read a · lines 1-120\n");
    CHECK(
        ended("fs_read_lines", R"({"path":"a"})",
            {.content
                = R"({"content":"x\n","startLine":1,"endLine":120,"eof":false,"totalLines":480})"})
        == "read a · lines 1-120 of 480\n");
    CHECK(
        ended("fs_rm", R"({"path":"build/tmp"})", {.content = R"({"removed":true,"entries":126})"})
        == "remove build/tmp · 126 entries\n");
}

TEST_CASE("what a call has printed is text, and its arguments are blocks")
{
    CHECK(display::whole_output(
              shipped("exec"), {.content = R"({"exitCode":0,"stdout":"a\nb","stderr":"c\n"})"})
        == "a\nb\nc\n");
    CHECK(display::whole_output(shipped("fs_read_lines"), {.content = R"({"content":"x\ny\n"})"})
        == "x\ny\n");
    CHECK(display::whole_output(shipped("fs_edit"), {.content = R"({"sha256":"0"})", .diff = diff})
        == diff);
    CHECK(
        display::shown_arguments(parse_bounded(R"({"path":"a","content":"x\ny\n","n":[{"k":1}]})"))
        == "path: a\ncontent:\n  x\n  y\nn:\n  1:\n    k: 1\n");
}

TEST_CASE("paths of a patch are found in each of its forms")
{
    CHECK(display::paths_in_patch("*** Begin Patch\n*** Update File: a\n*** Add File: b\n")
        == std::vector<std::string> {"a", "b"});
    CHECK(display::shown_diff("no diff").lines.empty());
    CHECK(display::shown_diff("@@ -").lines.empty());
}

TEST_CASE("the end of an output is kept as it arrives")
{
    display::LiveTail tail;
    for (int line = 1; line <= 40000; ++line)
        tail.add(std::to_string(line) + "\n");
    tail.add("begun");
    CHECK(tail.count() == 40001);
    CHECK_FALSE(tail.is_whole());
    CHECK(tail.last(2).lines == std::vector<std::string> {"40000", "begun"});
    CHECK(tail.text().size() < 200000);
    CHECK(display::printed_line("\x1b]8;;http://x\x07link\x1b]8;;\x1b\\ 10%\r 99%\r") == " 99%");
}

TEST_CASE("arguments are followed while a model writes them")
{
    display::WrittenArguments written;
    CHECK(written.lines() == 0);
    written.add(R"({"pa)");
    written.add(R"(th":"src/a.hpp","content":"one\ntw)");
    CHECK(written.path() == "src/a.hpp");
    CHECK(written.lines() == 2);
    written.add("o\\");
    written.add(R"(n\"three\"","more":"x"})");
    CHECK(written.lines() == 3);

    display::WrittenArguments late;
    late.add(R"({"content":"path","file_path":"a\u00e4"})");
    CHECK(late.path().empty()); // with an escape it is not the path
    CHECK(late.lines() == 1);
    late.add("no JSON \"at all");
    CHECK(late.path().empty());
}
