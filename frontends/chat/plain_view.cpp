#include "frontends/chat/plain_view.hpp"

#include "agent/channel/dispatch.hpp"
#include "agent/display/rows.hpp"
#include "agent/tasks/task_list.hpp"
#include "frontends/chat/plain_words.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace frontends::chat {

using namespace toolkit;
using namespace std::chrono_literals;

static constexpr auto long_turn = 10s;
static constexpr std::size_t max_said = 16 << 10;

std::string PlainView::own(const std::string& line) { return text.end() + line + "\n"; }

std::string PlainView::prompt()
{
    if (is_leaving || (is_busy && questions.empty()) || std::exchange(has_prompt, true))
        return {};
    return "> ";
}

// Writes no escape sequences to the terminal except those that a flag has enabled.
std::string PlainView::greet(const channel::ChatHello& hello)
{
    notices.kind = screen::Notices::kind_named(hello.look.notify);
    notices.is_in_tmux = hello.look.tmux;
    notices.directory = hello.look.directory;
    has_title = hello.look.title;
    mode = hello.approve;
    return (has_title ? notices.title() : "") + own(greeting_of(hello));
}

std::string PlainView::leave()
{
    is_leaving = true;
    return std::exchange(has_title, false) ? screen::Notices::old_title() : "";
}

std::string PlainView::error(const std::string& words, const std::optional<std::string>& hint)
{
    return own("error: " + strict(words) + (hint ? "; " + strict(*hint) : ""));
}

void PlainView::begin_turn(Time now)
{
    is_busy = true;
    busy_since = now;
    stopped = 0;
    last_interrupt = {}; // it concerned something else
}

std::string PlainView::end_turn(const channel::TurnEnds& turn, Time now)
{
    is_busy = false;
    stopped += calls.size();
    calls.clear();
    std::string shown = text.end();
    if (now - busy_since > long_turn)
        shown += notices.of(screen::Notices::Event::turn_ended);
    if (turn.exit_reason == "interrupted")
        return shown + "note: interrupted"
            + (stopped == 0 ? ""
                            : ", " + std::to_string(stopped)
                        + (stopped == 1 ? " call stopped" : " calls stopped"))
            + "\n";
    if (turn.error)
        return shown + error(turn.error->message, turn.error->hint);
    return mode == channel::Approve::plan
        ? shown + "note: plan: '/approve ask first' leaves it, \"go\" carries it out\n"
        : shown;
}

std::string PlainView::said(const channel::ChatSaid& event)
{
    const std::string words = event.text.value_or("");
    if (event.past)
        return own("you: " + text::for_decision(text::shortened(words, max_said)));
    if (event.state == channel::SaidState::waiting)
        return own(event.next ? "note: the message waits for the end of the turn"
                              : "note: the message waits for the next request");
    if (event.state == channel::SaidState::taken_back)
        return own("note: taken back: " + strict(words));
    return {};
}

std::string PlainView::message(const channel::ChatMessage& event)
{
    std::string shown;
    if (event.past) // otherwise the text has arrived in pieces
        shown = text.add(json::string_member(event.message.json(), "content"));
    return shown + text.end();
}

// Shows a command of the operator.
std::string PlainView::own_result(const channel::ChatResult& event)
{
    calls.erase(event.id);
    const std::string output = event.output.value_or("");
    std::string shown = text.end() + plain_lines(output);
    if (!shown.empty() && !shown.ends_with('\n'))
        shown += "\n";
    if (event.code == "INTERRUPTED")
        return shown + "failed: interrupted\n";
    if (event.exit.value_or(0) != 0)
        return shown + "failed: exit " + std::to_string(*event.exit) + "\n";
    return output.empty() ? shown + "note: no output\n" : shown;
}

std::string PlainView::result(const channel::ChatResult& event)
{
    if (event.by == "operator") {
        is_busy = false;
        if (event.output || event.code == "INTERRUPTED")
            return own_result(event);
    }
    calls.erase(event.id);
    const bool was_stopped = event.code == "INTERRUPTED";
    stopped += was_stopped ? 1 : 0;
    if (was_stopped)
        return text.end();
    return text.end()
        + end_of(event.display, event.tool == tasks::task_tool_name ? "note: " : "tool: ");
}

void PlainView::begin_call(const channel::ChatCall& event, Time now)
{
    if (event.by == "operator") {
        is_busy = true;
        last_interrupt = {};
    }
    calls[event.id] = {title_of(event.display), now, event.waits};
}

// Returns a duration in words: "15 seconds", "2 minutes".
static std::string words_of(std::chrono::seconds time)
{
    const bool is_long = time >= 60s;
    const auto count = is_long ? time / 60s : time / 1s;
    return std::to_string(count) + (is_long ? " minute" : " second") + (count == 1 ? "" : "s");
}

// Reports only once that a model is being loaded.
std::string PlainView::pause(const channel::ChatRetry& event)
{
    using channel::RetryCause;
    const bool is_loading = event.cause == RetryCause::loading;
    if (std::exchange(waits_for_model, is_loading) && is_loading)
        return {};
    const std::string host = strict(event.host);
    const std::string status = std::to_string(event.status);
    if (is_loading)
        return own(
            "note: " + status + " from " + host + ": it loads the model, and is asked again");
    const std::string reason = event.cause == RetryCause::status ? status + " from " + host
        : event.cause == RetryCause::cut                         ? "the stream was cut"
                                                                 : "no usable answer from " + host;
    const auto delay = std::chrono::ceil<std::chrono::seconds>(std::chrono::milliseconds(event.ms));
    return own("error: " + reason) + "note: tries again in " + words_of(delay) + "\n";
}

// Output that appears while the operator may be writing begins on a new line, followed by the
// prompt.
std::string PlainView::beside_prompt(const std::string& shown)
{
    if (shown.empty() || !std::exchange(has_prompt, false))
        return shown;
    return "\n" + shown + prompt();
}

std::string PlainView::reply(const channel::Reply& reply, Time now)
{
    if (const auto* const list = std::get_if<channel::Completions>(&reply.content)) {
        const bool is_late = reply.id != "c" + std::to_string(requests); // no longer awaited
        return is_late ? std::string() : take_completions(*list);
    }
    if (const auto* const left = std::get_if<channel::EditedText>(&reply.content))
        return is_editing() && reply.id == awaited ? edited(*left, now) : std::string();
    if (const auto* const pasted = std::get_if<channel::PastedImages>(&reply.content)) {
        for (const std::string& name : pasted->images)
            begun.insert_word("@" + name);
        return text.end() + shown_draft();
    }
    return text.end() + plain_lines(std::get<channel::ReplyText>(reply.content).text);
}

static constexpr const char* lent = "terminal"; // `awaited` while the engine has the terminal

// Handles the events.
struct PlainView::Events {
    using Head = channel::Head;
    using Ignored = channel::Ignore<channel::ChatRun, channel::ChatUsage, channel::ChatWriting,
        channel::ChatTasks, channel::Unknown>;
    PlainView& view;
    Time now;
    std::string shown = {};
    bool is_for_operator = false; // the operator has to respond

    void operator()(const Head&, const channel::ChatHello& hello) { shown = view.greet(hello); }
    void operator()(const Head&, const channel::Turn& turn)
    {
        if (const auto* const ends = std::get_if<channel::TurnEnds>(&turn.state))
            shown = view.end_turn(*ends, now);
        else
            view.begin_turn(now);
    }
    void operator()(const Head&, const channel::ChatSaid& said) { shown = view.said(said); }
    void operator()(const Head&, const channel::Text& piece) { shown = view.text.add(piece.text); }
    void operator()(const Head&, const channel::Reasoning& piece)
    {
        shown = view.own("thinking: " + strict(piece.text));
    }
    void operator()(const Head&, const channel::ChatMessage& event) { shown = view.message(event); }
    void operator()(const Head&, const channel::ChatCall& call) { view.begin_call(call, now); }
    void operator()(const Head&, const channel::ChatResult& event) { shown = view.result(event); }
    void operator()(const Head&, const channel::ChatProgress& event)
    {
        const auto call = view.calls.find(event.id);
        if (call == view.calls.end())
            return;
        if (event.begins) {
            call->second = {call->second.title, now};
        } else {
            call->second.lines = event.total;
            call->second.calls = event.calls;
        }
    }
    void operator()(const Head&, const channel::ChatRetry& event) { shown = view.pause(event); }
    void operator()(const Head&, const channel::ChatAsk& event) { shown = view.ask(event, now); }
    void operator()(const Head&, const channel::Asked& event)
    {
        std::erase_if(view.questions, [&](const Question& one) { return one.id == event.id; });
    }
    void operator()(const Head&, const channel::Context& context)
    {
        shown = view.own("note: " + strict(context.text));
    }
    void operator()(const Head&, const channel::Note& note)
    {
        shown = view.own("note: " + strict(note.text));
    }
    void operator()(const Head&, const channel::Error& error)
    {
        shown = view.error(error.text, error.hint);
    }
    void operator()(const Head&, const channel::ChatImage& image)
    {
        shown = view.own("note: image " + strict(image.name) + ", " + std::to_string(image.width)
            + "x" + std::to_string(image.height) + ", "
            + screen::bytes_text(static_cast<std::uint64_t>(std::max<std::int64_t>(image.bytes, 0)))
                  .bytes());
    }
    void operator()(const Head&, const channel::Reply& event) { shown = view.reply(event, now); }
    void operator()(const Head&, const channel::Copy&)
    {
        shown
            = view.own("note: a plain terminal has no clipboard to write; /raw prints the answer");
    }
    void operator()(const Head&, const channel::LendTerminal&)
    {
        view.awaited = lent;
        view.said_by_event = channel::TerminalLent {};
    }
    void operator()(const Head&, const channel::Continued&)
    {
        if (view.awaited == lent)
            view.awaited.clear();
    }
    void operator()(const Head&, const channel::Meters& meters)
    {
        if (std::exchange(view.mode, meters.approve) != meters.approve)
            shown = view.own("note: mode " + std::string(channel::mode_name(meters.approve)));
    }
    void operator()(const Head&, const channel::Ready&) { is_for_operator = true; }
};

std::string PlainView::show(std::string_view line, Time now)
{
    is_new = false;
    Events events {*this, now};
    try {
        channel::dispatch<channel::ScreenEvent>(line, events);
    } catch (const ToolError& failure) {
        events.shown = error("an event of the engine cannot be read: " + failure.message, {});
    }
    const std::string shown = beside_prompt(events.shown);
    const bool is_for_operator
        = events.is_for_operator || (!events.shown.empty() && !questions.empty());
    return shown + (is_for_operator && !is_editing() ? prompt() : "");
}

PlainView::Time PlainView::Call::next() const
{
    static constexpr std::array first {5s, 15s, 60s};
    return begun
        + (told < first.size() ? first[told] : 60s * static_cast<int>(told - first.size() + 2));
}

// Returns true if a call runs: it waits neither for another call nor for an answer.
bool PlainView::is_running(const std::string& id) const
{
    return !calls.at(id).waits
        && std::none_of(questions.begin(), questions.end(),
            [&](const Question& one) { return one.approval && one.approval->call == id; });
}

PlainView::Time PlainView::next_wake() const
{
    Time next = next_readable();
    for (const auto& [id, call] : calls)
        if (is_running(id))
            next = std::min(next, call.next());
    return next;
}

// Returns ", 3 calls"; empty for 0.
static std::string counted_if_any(std::int64_t count, const std::string& what)
{
    return count == 0
        ? ""
        : ", " + display::counted(static_cast<std::uint64_t>(count), what, what + "s");
}

std::string PlainView::wake(Time now)
{
    std::string shown;
    for (auto& [id, call] : calls)
        if (now >= call.next() && is_running(id)) {
            const auto time = std::chrono::duration_cast<std::chrono::seconds>(now - call.begun);
            while (now >= call.next())
                ++call.told;
            const bool is_command = call.title.starts_with("run ");
            shown += own("running: " + call.title.substr(is_command ? 4 : 0) + ", " + words_of(time)
                + counted_if_any(call.calls, "call") + counted_if_any(call.lines, "line"));
        }
    return beside_prompt(shown);
}

}
