#include "runner/chat/plain_view.hpp"

#include "runner/chat/plain_words.hpp"
#include "runner/terminal/approval_text.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace runner::chat {

using namespace toolkit;
using namespace std::chrono_literals;

static constexpr auto long_call = 5s;
static constexpr auto too_quick = 500ms; // whoever is typing has not read the question
static constexpr auto twice = 2s;
static constexpr std::size_t max_shown = 16 << 10; // of a question, before v

static std::string message_line(const Json& fields)
{
    return fields.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string PlainView::own(const std::string& line) { return text.end() + line + "\n"; }

std::string PlainView::prompt()
{
    if (is_leaving || (is_busy && questions.empty()) || std::exchange(has_prompt, true))
        return {};
    return "> ";
}

std::string PlainView::turn(const Json& event)
{
    is_busy = event.at("state") == "begins";
    if (is_busy)
        return {};
    calls.clear();
    std::string shown = text.end();
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
        return own("you: " + text::for_decision(text::shortened(words, max_shown)));
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

std::string PlainView::result(const Json& event)
{
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
    return own("tool: " + title + ", " + json::member(event, "bytes").dump() + " bytes");
}

std::string PlainView::ask(const Json& event, Time now)
{
    if (event.at("kind") != "approval")
        return {};
    std::string rows = rows_of(event);
    Question question {event.at("id"), {}, now};
    if (rows.size() > max_shown) {
        const std::size_t end = rows.rfind('\n', max_shown) + 1;
        question.rest = rows.substr(end);
        rows.erase(end);
    }
    const std::string help = question.rest.empty()
        ? "question: y yes, n no and why, a always this very call"
        : "question: v shows the rest, and only then: y yes, a always this very call; n no and why";
    questions.push_back(std::move(question));
    is_new = true;
    return own("question: may " + strict(string_at(event, "tool")) + " run? It "
               + effects_in(event))
        + rows + help + "\n";
}

// Is it something after which it is the operator's turn, if nothing runs?
static bool leaves_line_to_operator(const Json& event)
{
    static const std::vector<std::string> names {
        "hello", "turn", "ask", "reply", "error", "note", "context"};
    return text::contains(names, string_at(event, "event")) && !event.contains("hasMore");
}

std::string PlainView::show(const Json& event, Time now)
{
    is_new = false;
    const std::string name = string_at(event, "event");
    std::string shown;
    if (name == "hello")
        shown = own(greeting_of(event));
    else if (name == "turn")
        shown = turn(event);
    else if (name == "said")
        shown = said(event);
    else if (name == "text")
        shown = text.add(string_at(event, "text"));
    else if (name == "reasoning")
        shown = own("thinking: " + strict(string_at(event, "text")));
    else if (name == "message")
        shown = message(event);
    else if (name == "call")
        calls[string_at(event, "id")]
            = {strict(string_at(event, "tool")) + digest_of(event), now, false};
    else if (name == "result")
        shown = result(event);
    else if (name == "ask")
        shown = ask(event, now);
    else if (name == "asked")
        std::erase_if(questions, [&](const Question& one) { return one.id == string_at(event, "id"); });
    else if (name == "note" || name == "context")
        shown = own("note: " + strict(string_at(event, "text")));
    else if (name == "error")
        shown = own("error: " + strict(string_at(event, "text"))
            + (event.contains("hint") ? "; " + strict(string_at(event, "hint")) : ""));
    else if (name == "reply")
        shown = text.end() + plain_lines(string_at(event, "text"));
    if (!shown.empty() && std::exchange(has_prompt, false))
        shown.insert(0, "\n");
    return shown + (leaves_line_to_operator(event) ? prompt() : "");
}

// What is typed before anybody could read the question is thrown away.
PlainView::Typed PlainView::answer(const std::string& line, Time now)
{
    Question& question = questions.front();
    if (now - question.asked < too_quick)
        return {"question: that came before the question could be read; answer again\n" + prompt(),
            {}, false, true};
    if (line == "v") {
        question.asked = now;
        return {std::exchange(question.rest, "") + "question: y yes, n no and why, a always\n"
            + prompt()};
    }
    const terminal::Verdict verdict = terminal::read_verdict(line);
    using Word = terminal::Verdict::Word;
    if (verdict.word == Word::unclear)
        return {"question: y yes, n no and why, a always this very call, v all of it\n" + prompt()};
    if (verdict.word != Word::no && !question.rest.empty())
        return {"question: not all of it was shown: v shows the rest\n" + prompt()};
    Json fields {{"do", "answer"}, {"id", question.id},
        {"verdict",
            verdict.word == Word::no        ? "no"
                : verdict.word == Word::yes ? "yes"
                                            : "always"}};
    if (!verdict.reason.empty())
        fields["reason"] = text::shortened(verdict.reason, 4000);
    questions.pop_front();
    return {questions.empty() ? "" : prompt(), message_line(fields)};
}

PlainView::Typed PlainView::say(const std::string& line)
{
    static const std::string next = "/next ";
    is_leaving = line == "/quit" || line == "/exit";
    if (is_leaving)
        return {{}, message_line({{"do", "quit"}})};
    if (line.starts_with('/') && !line.starts_with("//") && line.size() > 1)
        return {{}, message_line({{"do", "command"}, {"line", line}})};
    const std::string said = line.starts_with("//") ? line.substr(1) : line;
    return {{}, message_line({{"do", "say"}, {"text", said}})};
}

PlainView::Typed PlainView::type(const std::string& line, Time now)
{
    has_prompt = false;
    if (!questions.empty())
        return answer(line, now);
    if (line.ends_with('\\') && line.find('\n') == std::string::npos) {
        begun += line.substr(0, line.size() - 1) + "\n";
        return {};
    }
    const std::string whole = std::exchange(begun, "") + line;
    if (text::stripped(whole).empty())
        return {prompt()};
    return say(whole);
}

PlainView::Typed PlainView::interrupt(Time now)
{
    const bool is_second = now - std::exchange(last_interrupt, now) < twice;
    begun.clear();
    if (is_second) {
        leave();
        return {"\n", message_line({{"do", "quit"}}), true};
    }
    if (is_busy)
        return {"\n", message_line({{"do", "interrupt"}})};
    has_prompt = false;
    return {"\nnote: Ctrl-C once more ends the chat\n" + prompt()};
}

PlainView::Time PlainView::next_wake() const
{
    Time next = Time::max();
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
    return shown;
}

}
