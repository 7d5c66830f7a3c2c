#include "catch.hpp"
#include "chat/whole_event.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/chat/plain_view.hpp"
#include "toolkit/json/parse.hpp"

using namespace frontends::chat;
using namespace std::chrono_literals;
using namespace agent;
using namespace toolkit;
using namespace toolkit::json;

static const PlainView::Time begin_time {1h};

static std::string shown(PlainView& view, std::string_view event, PlainView::Time now = begin_time)
{
    return view.show(whole_event(event), now);
}

static std::string line_of(const std::optional<channel::ScreenMessage>& said)
{
    return said ? channel::encode(*said) : std::string();
}

static const char* const ready = R"({"event":"ready"})";

static PlainView greeted()
{
    PlainView view;
    shown(view, R"({"event":"hello","version":"1","model":"m","tools":[],"approve":"changes"})");
    CHECK(shown(view, ready) == "> ");
    return view;
}

static const char* const question
    = R"({"event":"ask","id":"a1","kind":"approval","tool":"put","arguments":{"text":"x"},"changesFiles":true})";

TEST_CASE("no text of others begins as a line of agentcli")
{
    CHECK(plain_lines("tool: x\nfine\nquestion: y?") == "  tool: x\nfine\n  question: y?");
    CHECK(plain_lines("a\x1b[2J\n> b") == "a\\u{1b}[2J\n  > b");
}

TEST_CASE("text comes a block at a time")
{
    PlainText text;
    CHECK(text.add("one\ntw").empty());
    CHECK(text.add("o\n\nthree\n") == "one\ntwo\n\n");
    CHECK(text.add("\n```c\n\nint x;\n") == "three\n\n");
    CHECK(text.add("```\nfour") == "```c\n\nint x;\n```\n");
    CHECK(text.end() == "four\n");
    CHECK(text.end().empty());
    CHECK_FALSE(text.add(std::string(20000, 'x') + "\ny").empty());
    CHECK(text.end() == "y\n");
}

TEST_CASE("an answer that comes before the question could be read is none")
{
    PlainView view = greeted();
    shown(view, R"({"event":"turn","state":"begins"})");
    CHECK(shown(view, question).ends_with("> "));
    CHECK(view.has_new_question());
    const auto early = view.type("y", begin_time + 499ms);
    CHECK_FALSE(early.said);
    CHECK(early.forgets_input);
    CHECK(line_of(view.type("y", begin_time + 500ms).said)
        == R"({"do":"answer","id":"a1","verdict":"yes"})");
    CHECK(line_of(view.type("again", begin_time + 1s).said) == R"({"do":"say","text":"again"})");
}

TEST_CASE("a no has a reason, and what is unclear is asked again")
{
    PlainView view = greeted();
    shown(view, question);
    CHECK_FALSE(view.type("perhaps", begin_time + 1s).said);
    CHECK(line_of(view.type("n not so", begin_time + 2s).said)
        == R"({"do":"answer","id":"a1","verdict":"no","reason":"not so"})");
}

static const char* const edit
    = R"({"event":"ask","id":"a1","kind":"approval","tool":"fs_edit","arguments":{"path":"src/a.cpp"},"changesFiles":true,"display":{"verb":"edit","subject":[{"text":"src/a.cpp","form":"path"}],"facts":[{"text":"+2","role":"added"},{"text":"-1","role":"removed"}],"lines":[{"text":"a","role":"removed","number":42},{"text":"b\u001b[m","role":"added","number":42},{"text":"","role":"gap"},{"text":"c","role":"added","number":118}]},"showsChange":true,"told":[{"text":"runs later: Makefile","warns":true},{"text":"network off"}],"acceptsEdits":true,"rules":[{"rule":{"tool":"fs_edit","path":"src/a.cpp"},"text":"edits of src/a.cpp by fs_edit"}],"mayStore":true})";

TEST_CASE("a question about an edit has its change in words, and always has a numbered list")
{
    PlainView view = greeted();
    CHECK(shown(view, edit)
              .ends_with("question: edit src/a.cpp, 2 lines added, 1 removed\n"
                         "question: warning: runs later: Makefile\n"
                         "  removed line 42: a\n  added line 42: b\\u{1b}[m\n  added line 118: c\n"
                         "  network off\n"
                         "question: y yes, n no and why, a always, e edit, v view the call\n> "));
    CHECK(line_of(view.type("/approve plan", begin_time + 1s).said)
        == R"({"do":"command","line":"/approve plan"})");
    CHECK(view.type("v", begin_time + 2s).shown.starts_with("  path: src/a.cpp\n"));
    CHECK(view.type("a", begin_time + 3s).shown
        == "question: allow from now on, in this chat\n"
           "question: 1. edits of src/a.cpp by fs_edit\n"
           "question: 2. all edits here: the mode accept edits\n"
           "question: a number, a number and \"keep\", or Enter for none\n> ");
    CHECK_FALSE(view.type("1", begin_time + 3100ms).said);
    CHECK(line_of(view.type("1 keep", begin_time + 4s).said)
        == R"({"do":"answer","id":"a1","verdict":"always","scope":"workspace","rule":1})");
}

TEST_CASE("what was not shown can't be approved")
{
    PlainView view = greeted();
    Json ask = parse_bounded(question);
    for (int line = 0; line < 1000; ++line)
        ask["arguments"]["text"]
            = ask["arguments"]["text"].get<std::string>() + "\nline of the file";
    const std::string first = shown(view, ask.dump());
    CHECK(first.size() < (17U << 10U));
    CHECK_FALSE(view.type("y", begin_time + 1s).said);
    CHECK_FALSE(view.type("a", begin_time + 1s).said);
    const auto rest = view.type("v", begin_time + 1s);
    CHECK_FALSE(rest.said);
    CHECK(rest.shown.size() > 1000);
    CHECK_FALSE(view.type("y", begin_time + 1200ms).said);
    CHECK(line_of(view.type("y", begin_time + 2s).said)
        == R"({"do":"answer","id":"a1","verdict":"yes"})");
}

TEST_CASE("a question that is withdrawn is not answered any more")
{
    PlainView view = greeted();
    shown(view, question);
    shown(view, R"({"event":"asked","id":"a1","kind":"approval","state":"withdrawn"})");
    CHECK(line_of(view.type("y", begin_time + 1s).said) == R"({"do":"say","text":"y"})");
}

TEST_CASE("lines are messages, commands, or go on")
{
    PlainView view = greeted();
    CHECK_FALSE(view.type("one \\", begin_time).said);
    CHECK(line_of(view.type("two", begin_time).said) == R"({"do":"say","text":"one \ntwo"})");
    CHECK(line_of(view.type("/help", begin_time).said) == R"({"do":"command","line":"/help"})");
    CHECK(line_of(view.type("//help", begin_time).said) == R"({"do":"say","text":"/help"})");
    CHECK_FALSE(view.type("  ", begin_time).said);
    CHECK(line_of(view.type("/quit", begin_time).said) == R"({"do":"quit"})");
}

TEST_CASE("Ctrl-C interrupts a turn, and twice after it ends the chat")
{
    PlainView view = greeted();
    CHECK_FALSE(view.interrupt(begin_time).said);
    shown(view, R"({"event":"turn","state":"begins"})");
    for (const auto time : {3s, 4s, 5s})
        CHECK(line_of(view.interrupt(begin_time + time).said) == R"({"do":"interrupt"})");
    shown(view, R"({"event":"turn","state":"ends","exitReason":"interrupted"})");
    CHECK_FALSE(view.interrupt(begin_time + 5s).said);
    const auto second = view.interrupt(begin_time + 6s);
    CHECK(line_of(second.said) == R"({"do":"quit"})");
    CHECK(second.quits);
}

TEST_CASE("Ctrl-C in one turn and in the next are not twice")
{
    PlainView view = greeted();
    const char* const begins = R"({"event":"turn","state":"begins"})";
    shown(view, begins);
    view.interrupt(begin_time);
    shown(view, R"({"event":"turn","state":"ends","exitReason":"interrupted"})");
    shown(view, begins);
    CHECK(line_of(view.interrupt(begin_time + 1s).said) == R"({"do":"interrupt"})");
}

TEST_CASE("the prompt follows all that a turn has to tell, and what comes later")
{
    PlainView view = greeted();
    view.type("go", begin_time);
    shown(view, R"({"event":"turn","state":"begins"})");
    CHECK(shown(view, ready).empty());
    CHECK(shown(view, R"({"event":"turn","state":"ends","exitReason":"answered"})").empty());
    CHECK(shown(view, R"({"event":"note","text":"one"})") == "note: one\n");
    CHECK(shown(view, ready) == "> ");
    CHECK(shown(view, ready).empty());
    CHECK(shown(view, R"({"event":"note","text":"two"})") == "\nnote: two\n> ");
    shown(view, R"({"event":"turn","state":"begins"})");
    shown(view, R"({"event":"call","id":"c","tool":"look"})");
    CHECK(shown(view, question).ends_with("\n> "));
    CHECK(view.wake(begin_time + 5s) == "\nrunning: look, 5 seconds\n> ");
    CHECK(shown(view, R"({"event":"result","id":"c","tool":"look"})") == "\ntool: look\n> ");
}

TEST_CASE("a call that waits for an answer or for another call does not run")
{
    PlainView view = greeted();
    view.type("look", begin_time);
    shown(view, R"({"event":"turn","state":"begins"})");
    shown(view, R"({"event":"call","id":"c","tool":"put"})");
    shown(view, R"({"event":"call","id":"d","tool":"look","waits":true})");
    shown(view,
        R"({"event":"ask","id":"a1","kind":"approval","tool":"put","arguments":{"text":"x"},"call":"c"})");
    CHECK(view.wake(begin_time + 60s).empty());
    shown(view, R"({"event":"asked","id":"a1","kind":"approval"})", begin_time + 61s);
    shown(view, R"({"event":"progress","id":"c","begins":true,"lines":[]})", begin_time + 61s);
    CHECK(view.next_wake() == begin_time + 66s);
    CHECK(view.wake(begin_time + 66s) == "\nrunning: put, 5 seconds\n");
    shown(view, R"({"event":"progress","id":"d","begins":true,"lines":[]})", begin_time + 70s);
    CHECK(view.wake(begin_time + 75s) == "running: look, 5 seconds\n");
}

TEST_CASE("an agent at work is told with the number of its calls")
{
    PlainView view = greeted();
    view.type("look", begin_time);
    shown(view, R"({"event":"turn","state":"begins"})");
    shown(view,
        R"({"event":"call","id":"c","tool":"agent","display":{"verb":"investigate","subject":[{"text":"Where is main?"}]}})");
    shown(view, R"({"event":"progress","id":"c","lines":[],"calls":1,"doing":"search"})");
    CHECK(view.wake(begin_time + 5s) == "running: investigate Where is main?, 5 seconds, 1 call\n");
    shown(view, R"({"event":"progress","id":"c","lines":[],"calls":4,"doing":"read"})");
    CHECK(view.wake(begin_time + 15s)
        == "running: investigate Where is main?, 15 seconds, 4 calls\n");
    CHECK(
        shown(view,
            R"({"event":"result","id":"c","tool":"agent","display":{"verb":"investigate","subject":[{"text":"Where is main?"}],"facts":[{"text":"9 calls"}]}})")
        == "tool: investigate Where is main?, 9 calls\n");
}

TEST_CASE("a call is told when it has ended, and now and then while it runs")
{
    PlainView view = greeted();
    view.type("look", begin_time);
    shown(view, R"({"event":"turn","state":"begins"})");
    shown(view,
        R"({"event":"call","id":"c","tool":"exec","display":{"verb":"run","subject":[{"text":"npm test"}]}})");
    CHECK(view.wake(begin_time + 4999ms).empty());
    CHECK(view.next_wake() == begin_time + 5s);
    CHECK(view.wake(begin_time + 5s) == "running: npm test, 5 seconds\n");
    shown(view, R"({"event":"progress","id":"c","lines":["a"],"total":120})");
    CHECK(view.wake(begin_time + 14s).empty());
    CHECK(view.wake(begin_time + 15s) == "running: npm test, 15 seconds, 120 lines\n");
    CHECK(view.wake(begin_time + 60s) == "running: npm test, 1 minute, 120 lines\n");
    CHECK(view.next_wake() == begin_time + 120s);
    CHECK(
        shown(view,
            R"({"event":"result","id":"c","tool":"exec","display":{"verb":"run","subject":[{"text":"npm test"}],"facts":[{"text":"exit 1","role":"error"}],"lines":[{"text":"one"},{"text":"two"}],"leftOut":41,"tail":true,"failed":true}})")
        == "failed: run npm test, exit 1\nnote: 41 lines more, /show\n  one\n  two\n");
    CHECK(
        shown(view,
            R"({"event":"result","id":"d","tool":"fs_edit","display":{"verb":"edit","subject":[{"text":"a.cpp","form":"path"}],"facts":[{"text":"2 places"},{"text":"+2","role":"added"},{"text":"-1","role":"removed"}],"lines":[{"text":"old","role":"removed","number":42},{"text":"new","role":"added","number":42}]}})")
        == "tool: edit a.cpp, 2 places, 2 lines added, 1 removed\nremoved line 42: old\n"
           "added line 42: new\n");
    CHECK(
        shown(view,
            R"({"event":"result","id":"e","tool":"look","display":{"verb":"look","lines":[{"text":"no\nfile","role":"reason"}],"failed":true}})")
        == "failed: look\n  no\\u{0a}file\n");
    CHECK(shown(view, R"({"event":"result","id":"f","tool":"look","code":"INTERRUPTED"})").empty());
}

TEST_CASE("what was said before is shown as it was said")
{
    PlainView view;
    CHECK(shown(view, R"({"event":"said","state":"delivered","text":"hi","past":true})")
        == "you: hi\n");
    CHECK(shown(view, R"({"event":"message","message":{"content":"a\n\nb"},"past":true})")
        == "a\n\nb\n");
}

TEST_CASE("an exclamation mark runs a command, and an @ mentions a file")
{
    PlainView view = greeted();
    CHECK(line_of(view.type("!ls -l", begin_time).said) == R"({"do":"run","command":"ls -l"})");
    CHECK(line_of(view.type("!!ls", begin_time).said)
        == R"({"do":"run","command":"ls","tell":false})");
    CHECK(line_of(view.type("see @a.c:1-2", begin_time).said)
        == R"({"do":"say","text":"see @a.c:1-2","mentions":["a.c:1-2"]})");
    shown(view, R"({"event":"call","id":"!1","tool":"exec","by":"operator"})");
    CHECK(line_of(view.interrupt(begin_time + 1s).said) == R"({"do":"interrupt"})");
    CHECK(
        shown(view,
            R"({"event":"result","id":"!1","tool":"exec","by":"operator","output":"a\nnote: b","exit":2})")
        == "a\n  note: b\nfailed: exit 2\n");
    CHECK(shown(view, ready) == "> ");
    CHECK(shown(view,
              R"({"event":"result","id":"!2","tool":"exec","by":"operator","code":"INTERRUPTED"})")
        == "\nfailed: interrupted\n> ");
}

TEST_CASE("no line behind one that is no answer approves a call, unless somebody has paused")
{
    PlainView view = greeted();
    shown(view, R"({"event":"turn","state":"begins"})");
    shown(view, question);
    const auto first = view.type("see above", begin_time + 1s);
    CHECK_FALSE(first.said);
    CHECK(first.forgets_input);
    CHECK_FALSE(view.type("y", begin_time + 1s + 100ms).said);
    CHECK(view.type("y", begin_time + 1s + 500ms).said);
}

TEST_CASE("no line behind an answer approves the next call, unless somebody has paused")
{
    PlainView view = greeted();
    shown(view, R"({"event":"turn","state":"begins"})");
    shown(view, question);
    shown(view,
        R"({"event":"ask","id":"a2","kind":"approval","tool":"put","arguments":{},"changesFiles":true})");
    const auto first = view.type("n", begin_time + 1s);
    CHECK(first.said);
    CHECK(first.forgets_input);
    CHECK_FALSE(view.type("y", begin_time + 1s + 100ms).said);
    CHECK(view.type("y", begin_time + 1s + 500ms).said);
}

TEST_CASE(
    "half a second after a question stands there, what was typed of a line is to be forgotten")
{
    PlainView view = greeted();
    CHECK_FALSE(view.has_become_readable(begin_time));
    shown(view, R"({"event":"turn","state":"begins"})");
    shown(view, question);
    CHECK(view.next_wake() == begin_time + 500ms);
    CHECK_FALSE(view.has_become_readable(begin_time + 499ms));
    CHECK(view.has_become_readable(begin_time + 500ms));
    CHECK_FALSE(view.has_become_readable(begin_time + 501ms));
    CHECK(view.next_wake() == PlainView::Time::max());
}

TEST_CASE("a paste sends nothing, runs nothing and mentions nothing")
{
    PlainView view = greeted();
    const auto pasted = view.paste("/quit\n!rm\n@file\x1b\n");
    CHECK_FALSE(pasted.said);
    CHECK(pasted.shown
        == "note: pasted 3 lines, 16 B; an empty line sends them\n"
           "note: 1 control characters of the paste were dropped\n> ");
    CHECK(line_of(view.type("and @b", begin_time).said)
        == R"({"do":"say","text":"/quit\n!rm\n@file\nand @b","mentions":["b"]})");
    view.paste("!one\ntwo\n");
    CHECK(line_of(view.type("", begin_time).said) == R"({"do":"say","text":"!one\ntwo\n"})");
    view.paste("!one\ntwo\n");
    CHECK_FALSE(view.interrupt(begin_time).said);
    CHECK_FALSE(view.type("", begin_time).said);
    shown(view, question);
    CHECK_FALSE(view.paste("y\ny\n").said);
}

TEST_CASE("a line that ends with Tab is completed")
{
    PlainView view = greeted();
    CHECK(line_of(view.type("see @\"my f\t", begin_time).said)
        == R"({"do":"complete","id":"c1","kind":"path","text":"my f","byKey":true})");
    CHECK(shown(view, R"({"event":"reply","id":"c0","items":["late"]})").empty());
    CHECK(shown(view, R"({"event":"reply","id":"c1","items":["my file","my fox"]})")
        == "1. my file\n2. my fox\nnote: a number chooses; anything else continues the line\n");
    CHECK(shown(view, ready) == "> ");
    CHECK(view.type("2", begin_time).shown == "note: so far: see @\"my fox\"\n> ");
    CHECK(line_of(view.type("!", begin_time).said)
        == R"({"do":"say","text":"see @\"my fox\" !","mentions":["my fox"]})");
    CHECK(line_of(view.type("/st\t", begin_time).said)
        == R"({"do":"complete","id":"c2","kind":"command","text":"st","byKey":true})");
    CHECK(shown(view,
              R"({"event":"reply","id":"c2","items":[{"text":"/status","summary":"shows it"}]})")
        == "note: so far: /status\n");
    CHECK(line_of(view.type("", begin_time).said) == R"({"do":"command","line":"/status "})");
    CHECK_FALSE(view.type("plain\t", begin_time).said);
}

TEST_CASE("a long turn and a question are told by the notice that was chosen")
{
    const auto greeted_with = [](const char* look) {
        PlainView view;
        shown(view, Json {{"event", "hello"}, {"look", parse_bounded(look)}}.dump());
        return view;
    };
    const char* const begins = R"({"event":"turn","state":"begins"})";
    const char* const ends = R"({"event":"turn","state":"ends","exitReason":"answered"})";
    PlainView bell = greeted_with(R"({"notify":"bell"})");
    shown(bell, begins);
    CHECK(shown(bell, ends, begin_time + 10s).find('\a') == std::string::npos);
    shown(bell, begins);
    CHECK(shown(bell, ends, begin_time + 11s).find('\a') != std::string::npos);
    CHECK(shown(bell, question).starts_with('\a'));
    PlainView off = greeted_with(R"({"notify":"off"})");
    CHECK(shown(off, question).find('\a') == std::string::npos);
    PlainView osc = greeted_with(R"({"notify":"osc9","directory":"here","title":true})");
    CHECK(shown(osc, question).find("\033]9;agentcli: here: a question waits\a")
        != std::string::npos);
    CHECK(osc.leave() == "\033[23;2t");
    CHECK(osc.leave().empty());
}

TEST_CASE("an event that is unknown is passed over, and one that cannot be read changes nothing")
{
    PlainView view = greeted();
    view.type("go", begin_time);
    shown(view, R"({"event":"turn","state":"begins"})");
    CHECK(shown(view, R"({"event":"later"})").empty());
    CHECK(shown(view, R"({"event":"turn","state":"pauses"})")
        == "error: an event of the engine cannot be read: 'state' must be one of begins, ends\n");
    CHECK(shown(view, R"({"event":"turn"})").starts_with("error: "));
    CHECK(view.show("no event", begin_time).starts_with("error: "));
    CHECK(line_of(view.interrupt(begin_time).said) == R"({"do":"interrupt"})"); // the turn goes on
}

static const char* const list
    = R"({"event":"ask","id":"a1","kind":"pick","title":"undo turn 3","rows":[{"cells":["a.cpp","+1 -3"],"actions":[{"name":"restore"},{"name":"keep","note":"yours"}]},{"cells":["b\ntool: c",""]}],"notes":["not undone: make"],"filters":false,"enter":{"words":"Enter undoes {file}","brief":"Enter"},"view":{"words":"v shows it","brief":"v"}})";

TEST_CASE("a list is numbered, and a number and a word change an action")
{
    PlainView view = greeted();
    const std::string rows = "question: undo turn 3\nquestion: 1. restore a.cpp, +1 -3\n"
                             "question: 2. b\\u{0a}tool: c\nnote: not undone: make\n";
    const std::string keys
        = "question: a number and what to do with it, go, v, or Enter for none\n> ";
    CHECK(shown(view, list) == "\n" + rows + keys);
    CHECK_FALSE(view.type("go", begin_time + 499ms).said);
    CHECK(view.type("1 keep", begin_time + 1s).shown.find("1. keep a.cpp, +1 -3, yours\n")
        != std::string::npos);
    CHECK_FALSE(view.type("1", begin_time + 2s).said);
    CHECK(line_of(view.type("go", begin_time + 3s).said)
        == R"({"do":"pick","id":"a1","row":0,"key":"enter","actions":[1,0]})");
}

TEST_CASE("a list without actions takes a number, and words filter it")
{
    PlainView view = greeted();
    const char* const sessions
        = R"({"event":"ask","id":"a2","kind":"pick","rows":[{"cells":["one"]},{"cells":["Two"]}],"filters":true,"enter":{"words":"","brief":""},"tab":{"words":"","brief":"","plain":"copy"}})";
    CHECK(shown(view, sessions)
              .ends_with("question: 1. one\nquestion: 2. Two\n"
                         "question: a number, a number and \"copy\", words to "
                         "look for, or Enter for none\n> "));
    CHECK(view.type("two", begin_time + 1s).shown.starts_with("question: 2. Two\n"));
    CHECK(line_of(view.type("2 copy", begin_time + 2s).said)
        == R"({"do":"pick","id":"a2","row":1,"key":"tab","actions":[0,0]})");
    CHECK(shown(view, sessions).starts_with("question: 1."));
    CHECK_FALSE(view.paste("1\n2\n").said);
    CHECK(line_of(view.type("", begin_time + 4s).said)
        == R"({"do":"answer","id":"a2","error":{"code":"CANCELLED","message":"the operator has closed the list"}})");
}

TEST_CASE("a pause before another request is told once")
{
    PlainView view = greeted();
    shown(view, R"({"event":"turn","state":"begins"})");
    CHECK(
        shown(view,
            R"({"event":"retry","cause":"status","status":429,"host":"h","ms":11200,"attempt":1,"attempts":5})")
        == "\nerror: 429 from h\nnote: tries again in 12 seconds\n");
    CHECK(shown(view,
              R"({"event":"retry","cause":"cut","host":"h","ms":600,"attempt":1,"attempts":5})")
        == "error: the stream was cut\nnote: tries again in 1 second\n");
    const char* const loading
        = R"({"event":"retry","cause":"loading","status":503,"host":"h","ms":1000})";
    CHECK(shown(view, loading) == "note: 503 from h: it loads the model, and is asked again\n");
    CHECK(shown(view, loading).empty());
    CHECK(shown(view, R"({"event":"said","state":"waiting","text":"x","next":true})")
        == "note: the message waits for the end of the turn\n");
}
