#include "frontends/chat/plain_view.hpp"

#include "frontends/chat/plain_words.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::chat {

using namespace toolkit;
using namespace std::chrono_literals;

static constexpr auto long_call = 5s;
static constexpr auto long_turn = 10s;
static constexpr std::size_t max_said = 16 << 10;

std::string PlainView::own(const std::string& line) { return text.end() + line + "\n"; }

std::string PlainView::prompt()
{
    if (is_leaving || (is_busy && questions.empty()) || std::exchange(has_prompt, true))
        return {};
    return "> ";
}

// The terminal has no escape sequences of ours but those that were asked for by a flag.
std::string PlainView::greet(const Json& event)
{
    const Json& look = json::member(event, "look");
    notices.kind = screen::Notices::kind_named(string_at(look, "notify"));
    notices.is_in_tmux = json::member(look, "tmux") == true;
    notices.directory = string_at(look, "directory");
    has_title = json::member(look, "title") == true;
    return (has_title ? notices.title() : "") + own(greeting_of(event));
}

std::string PlainView::leave()
{
    is_leaving = true;
    return std::exchange(has_title, false) ? screen::Notices::old_title() : "";
}

std::string PlainView::turn(const Json& event, Time now)
{
    is_busy = event.at("state") == "begins";
    if (is_busy) {
        busy_since = now;
        last_interrupt = {}; // that was of something else
        return {};
    }
    calls.clear();
    std::string shown = text.end();
    if (now - busy_since > long_turn)
        shown += notices.of(screen::Notices::Event::turn_ended);
    if (string_at(event, "exitReason") == "interrupted") {
        shown += "note: interrupted\n";
    } else if (const std::string error = string_at(event, "error"); !error.empty()) {
        shown += "error: " + strict(error);
        if (const std::string hint = string_at(event, "hint"); !hint.empty())
            shown += "; " + strict(hint);
        shown += "\n";
    }
    return shown;
}

std::string PlainView::said(const Json& event)
{
    const std::string state = string_at(event, "state");
    const std::string words = string_at(event, "text");
    if (event.contains("past"))
        return own("you: " + text::for_decision(text::shortened(words, max_said)));
    if (state == "waiting")
        return own("note: the message waits for the next request");
    if (state == "taken-back")
        return own("note: taken back: " + strict(words));
    return {};
}

std::string PlainView::message(const Json& event)
{
    std::string shown;
    if (event.contains("past")) // else its text has come in pieces
        shown = text.add(string_at(json::member(event, "message"), "content"));
    return shown + text.end();
}

// A command of the operator.
std::string PlainView::own_result(const Json& event)
{
    calls.erase(string_at(event, "id"));
    const std::string output = string_at(event, "output");
    std::string shown = text.end() + plain_lines(output);
    if (!shown.empty() && !shown.ends_with('\n'))
        shown += "\n";
    const Json& exit = json::member(event, "exit");
    if (string_at(event, "code") == "INTERRUPTED")
        return shown + "failed: interrupted\n";
    if (exit.is_number() && exit != 0)
        return shown + "failed: exit " + exit.dump() + "\n";
    return output.empty() ? shown + "note: no output\n" : shown;
}

std::string PlainView::result(const Json& event)
{
    if (string_at(event, "by") == "operator") {
        is_busy = false;
        if (event.contains("output") || string_at(event, "code") == "INTERRUPTED")
            return own_result(event);
    }
    const auto call = calls.find(string_at(event, "id"));
    const std::string title
        = call != calls.end() ? call->second.title : strict(string_at(event, "tool"));
    if (call != calls.end())
        calls.erase(call);
    if (const std::string code = string_at(event, "code"); !code.empty()) {
        std::string why;
        try {
            why = string_at(json::parse_bounded(string_at(event, "content")), "error");
        } catch (const ToolError&) { // it is no JSON
        }
        return own(
            "failed: " + title + ", " + strict(code) + (why.empty() ? "" : ": " + strict(why)));
    }
    const Json& bytes = json::member(event, "bytes");
    return own("tool: " + title + (bytes.is_number() ? ", " + bytes.dump() + " bytes" : ""));
}

void PlainView::begin_call(const Json& event, Time now)
{
    if (string_at(event, "by") == "operator") {
        is_busy = true;
        last_interrupt = {};
    }
    calls[string_at(event, "id")]
        = {strict(string_at(event, "tool")) + digest_of(event), now, false};
}

// Of a completion that nobody waits for any more.
bool PlainView::is_late(const Json& event) const
{
    return event.contains("items") && string_at(event, "id") != "c" + std::to_string(requests);
}

// What comes while the operator may be writing begins a line, and the prompt follows it.
std::string PlainView::beside_prompt(const std::string& shown)
{
    if (shown.empty() || !std::exchange(has_prompt, false))
        return shown;
    return "\n" + shown + prompt();
}

std::string PlainView::show(const Json& event, Time now)
{
    is_new = false;
    if (is_late(event))
        return {};
    const std::string shown = beside_prompt(shown_of(event, now));
    const std::string name = string_at(event, "event");
    const bool is_for_operator = name == "ready" || (!shown.empty() && !questions.empty());
    return shown + (is_for_operator && !is_editing() ? prompt() : "");
}

std::string PlainView::shown_of(const Json& event, Time now)
{
    const std::string name = string_at(event, "event");
    std::string shown;
    if (name == "hello")
        shown = greet(event);
    else if (name == "turn")
        shown = turn(event, now);
    else if (name == "said")
        shown = said(event);
    else if (name == "text")
        shown = text.add(string_at(event, "text"));
    else if (name == "reasoning")
        shown = own("thinking: " + strict(string_at(event, "text")));
    else if (name == "message")
        shown = message(event);
    else if (name == "call")
        begin_call(event, now);
    else if (name == "result")
        shown = result(event);
    else if (name == "ask")
        shown = ask(event, now);
    else if (name == "asked")
        std::erase_if(
            questions, [&](const Question& one) { return one.id == string_at(event, "id"); });
    else if (name == "note" || name == "context")
        shown = own("note: " + strict(string_at(event, "text")));
    else if (name == "error")
        shown = own("error: " + strict(string_at(event, "text"))
            + (event.contains("hint") ? "; " + strict(string_at(event, "hint")) : ""));
    else if (name == "reply")
        shown = reply(event, now);
    else if (name == "copy")
        shown = own("note: a plain terminal has no clipboard to write; /raw prints the answer");
    return shown;
}

std::string PlainView::reply(const Json& event, Time now)
{
    if (event.contains("items"))
        return take_completions(event.at("items"));
    if (is_editing() && string_at(event, "id") == awaited)
        return edited(event, now);
    return text.end() + plain_lines(string_at(event, "text"));
}

PlainView::Time PlainView::next_wake() const
{
    Time next = next_readable();
    for (const auto& [id, call] : calls)
        if (!call.is_told)
            next = std::min(next, call.begun + long_call);
    return next;
}

std::string PlainView::wake(Time now)
{
    std::string shown;
    for (auto& [id, call] : calls)
        if (!call.is_told && now >= call.begun + long_call) {
            call.is_told = true;
            shown += own("running: " + call.title);
        }
    return beside_prompt(shown);
}

}
