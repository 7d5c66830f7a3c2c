// Handlers of the engine's events.

#include "agent/channel/dispatch.hpp"
#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/draft_messages.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "frontends/screen/screen.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <variant>

namespace frontends::screen {

using namespace std::chrono_literals;
using namespace toolkit;

static constexpr Moment long_turn = 10s;

struct Screen::Events {
    using Head = channel::Head;
    using Ignored = channel::Ignore<channel::ChatRun, channel::Unknown>;
    Screen& screen;
    Moment now;

    void operator()(const Head&, const channel::ChatHello& hello) { screen.greet(hello); }
    void operator()(const Head&, const channel::Turn& turn)
    {
        if (const auto* const ends = std::get_if<channel::TurnEnds>(&turn.state))
            screen.end_turn(*ends, now);
        else
            screen.begin_turn(now);
    }
    void operator()(const Head&, const channel::ChatSaid& said) { screen.said(said); }
    void operator()(const Head&, const channel::Text& piece)
    {
        screen.end_pause(now);
        screen.end_thinking(now);
        screen.transcript.add_text(piece.text);
    }
    void operator()(const Head&, const channel::Reasoning& piece)
    {
        screen.end_pause(now);
        screen.thinking_since = screen.thinking_since.value_or(now);
        if (screen.is_verbose)
            screen.transcript.add_reasoning(piece.text);
    }
    void operator()(const Head&, const channel::ChatMessage& event)
    {
        screen.end_pause(now);
        screen.end_thinking(now);
        screen.add_message(event);
    }
    void operator()(const Head&, const channel::ChatUsage& usage) { screen.meters.add(usage); }
    void operator()(const Head&, const channel::ChatCall& call) { screen.begin_call(call, now); }
    void operator()(const Head&, const channel::ChatProgress& progress)
    {
        screen.calls.progress(progress, now);
    }
    void operator()(const Head&, const channel::ChatTasks& tasks) { screen.tasks = tasks; }
    void operator()(const Head&, const channel::ChatResult& result)
    {
        screen.end_call(result, now);
    }
    void operator()(const Head&, const channel::ChatAsk& ask) { screen.ask(ask, now); }
    void operator()(const Head&, const channel::Asked& asked) { screen.asked(asked, now); }
    void operator()(const Head&, const channel::ChatWriting& event)
    {
        screen.end_thinking(now);
        screen.end_pause(now);
        screen.writing = event;
    }
    void operator()(const Head&, const channel::ChatRetry& pause)
    {
        screen.end_thinking(now);
        if (screen.retry.is_of_other_kind(pause))
            screen.end_pause(now);
        screen.retry.begin(pause, now);
    }
    void operator()(const Head&, const channel::Ready&) { screen.end_pause(now); }
    void operator()(const Head&, const channel::Context& context)
    {
        screen.end_pause(now);
        screen.note(context.text);
    }
    void operator()(const Head&, const channel::Note& note) { screen.note(note.text); }
    void operator()(const Head&, const channel::Error& error) { screen.fail(error); }
    void operator()(const Head&, const channel::Continued&)
    {
        if (screen.owned_by == Owner::shell)
            screen.owned_by = Owner::screen;
    }
    void operator()(const Head&, const channel::LendTerminal&)
    {
        screen.owned_by = Owner::shell;
        screen.send(channel::TerminalLent {});
    }
    void operator()(const Head&, const channel::Reply& reply)
    {
        const bool is_awaited = reply.id == screen.awaited; // no key was pressed since the request
        if (const auto* const left = std::get_if<channel::EditedText>(&reply.content))
            return is_awaited && screen.owned_by == Owner::editor ? screen.edited(*left) : void();
        if (const auto* const list = std::get_if<channel::Completions>(&reply.content))
            return is_awaited ? screen.open_completions(*list, now) : void();
        if (const auto* const pasted = std::get_if<channel::PastedImages>(&reply.content))
            return screen.insert_images(reply.id, *pasted, now);
        screen.put_answer(std::get<channel::ReplyText>(reply.content));
    }
    void operator()(const Head&, const channel::Copy& chosen) { screen.copy(chosen.text); }
    void operator()(const Head&, const channel::ChatImage& image) { screen.put_image(image); }
    void operator()(const Head&, const channel::Meters& meters) { screen.meters.take(meters); }
};

void Screen::on_line(std::string_view line, Moment now)
{
    Events events {*this, now};
    heard_at = now;
    try {
        channel::dispatch<channel::ScreenEvent>(line, events);
    } catch (const ToolError& error) {
        put_error("an event of the engine cannot be read: " + error.message, "");
    }
}

// Reasoning that is not shown is kept as one line.
void Screen::end_thinking(Moment now)
{
    static constexpr Moment least = 1s;
    if (!thinking_since)
        return;
    const Moment taken = now - *std::exchange(thinking_since, std::nullopt);
    if (is_verbose || taken < least)
        return;
    transcript.put(Transcript::Kind::note,
        {cut({SafeText("thought for ") + seconds_text(taken) + " · Ctrl-O", colours.of(Role::dim)},
            terminal.columns)});
}

// The model, or an answer about it, has come.
void Screen::end_pause(Moment now)
{
    writing.reset();
    const Line waited = retry.finish(now, colours);
    if (waited.empty() || was_interrupted)
        return;
    transcript.end_text(terminal.columns);
    transcript.put(Transcript::Kind::note, {cut(waited, terminal.columns)});
}

// Shows a message that was not streamed, such as an earlier one.
void Screen::add_message(const channel::ChatMessage& event)
{
    const Json& message = event.message.json();
    if (!transcript.has_pieces() && json::string_member(message, "role") != "tool")
        if (const std::string text = json::string_member(message, "content"); !text.empty())
            transcript.add_text(text);
    transcript.end_text(terminal.columns);
}

void Screen::begin_call(const channel::ChatCall& call, Moment now)
{
    end_pause(now);
    end_thinking(now);
    transcript.end_text(terminal.columns);
    if (call.by == "operator") {
        forget_interrupt();
        own_since = now;
    }
    calls.begin(call, now);
}

void Screen::end_call(const channel::ChatResult& result, Moment now)
{
    end_thinking(now);
    transcript.end_text(terminal.columns);
    const bool is_own = result.by == "operator";
    if (is_own)
        forget_interrupt();
    if (!is_own && result.code == "INTERRUPTED") { // counted at the end of the turn
        ++stopped_calls;
        return calls.drop(result.id);
    }
    transcript.put(is_own ? Transcript::Kind::answer : Transcript::Kind::call,
        calls.end(result, now, terminal.columns));
}

void Screen::begin_turn(Moment now)
{
    turn_since = now;
    stopped_calls = 0;
    had_turn = true;
    was_interrupted = false;
    last_interrupt.reset();
}

void Screen::end_turn(const channel::TurnEnds& turn, Moment now)
{
    end_pause(now);
    end_thinking(now);
    transcript.end_text(terminal.columns);
    const std::size_t stopped = std::exchange(stopped_calls, 0) + calls.forget();
    questions.clear();
    if (was_interrupted)
        hint.clear();
    const std::string& reason = turn.exit_reason;
    if (reason == "interrupted")
        put_interruption(stopped);
    else
        put_failure(turn);
    if (turn_since && now - *turn_since > long_turn)
        notice_bytes += notice.of(Notices::Event::turn_ended);
    turn_since.reset();
}

void Screen::put_interruption(std::size_t stopped)
{
    SafeText words = "interrupted";
    if (stopped > 0)
        words += SafeText(" · ") + number_text(stopped)
            + (stopped == 1 ? SafeText(" call stopped") : SafeText(" calls stopped"));
    transcript.put(Transcript::Kind::note, {cut({words, colours.of(Role::dim)}, terminal.columns)});
}

// Shows why a turn has failed, if it has.
void Screen::put_failure(const channel::TurnEnds& turn)
{
    const std::string& reason = turn.exit_reason;
    const channel::Failure failure = turn.error.value_or(channel::Failure());
    if (!failure.message.empty() || (!reason.empty() && reason != "answered"))
        put_error(failure.message.empty() ? reason : failure.message, failure.hint.value_or(""));
    else if (meters.current_mode() == channel::Approve::plan)
        note("plan: Shift-Tab leaves it, \"go\" carries it out");
}

void Screen::said(const channel::ChatSaid& event)
{
    using State = channel::SaidState;
    const std::string text = event.text.value_or("");
    const auto found = std::find_if(
        waiting.begin(), waiting.end(), [&](const Waiting& one) { return one.text == text; });
    if (event.state == State::sent || event.state == State::waiting) {
        if (found == waiting.end())
            waiting.push_back({text, event.next});
        return;
    }
    if (found != waiting.end())
        waiting.erase(found);
    if (event.state == State::delivered) {
        transcript.end_text(terminal.columns);
        return transcript.put_said(text, terminal.columns);
    }
    if (event.state == State::taken_back) {
        const std::string before = input.draft.text();
        std::vector<std::size_t> marks = input.pasted_marks_of(draft_of_message(text));
        const auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '@'));
        for (const std::size_t mark : input.draft.pasted_marks())
            marks.push_back(count + mark);
        input.draft.set(draft_of_message(before.empty() ? text : text + "\n" + before), marks);
    }
}

void Screen::ask(const channel::ChatAsk& event, Moment now)
{
    if (const auto* const list = std::get_if<channel::ChatPick>(&event.about)) {
        transcript.end_text(terminal.columns);
        completion.close();
        picker.emplace(event.id, *list, now);
        return;
    }
    completion.close();
    questions.emplace_back(event, last_key, colours);
    if (questions.size() == 1)
        put_question(now);
}

void Screen::put_question(Moment now)
{
    transcript.end_text(terminal.columns);
    if (!turn_since)
        was_interrupted = false;
    Lines lines = questions.front().put(now, terminal.columns);
    transcript.put(Transcript::Kind::question, std::move(lines));
    questions.front().key_elsewhere(last_key);
    notice_bytes += notice.of(Notices::Event::question);
}

void Screen::asked(const channel::Asked& event, Moment now)
{
    if (picker && picker->id() == event.id)
        picker.reset();
    const auto found = std::find_if(questions.begin(), questions.end(),
        [&](const Question& question) { return question.id() == event.id; });
    if (found == questions.end())
        return;
    const bool was_put = found->is_put();
    const bool was_first = found == questions.begin();
    const std::string said = event.state == channel::AskedState::answered ? found->said() : "";
    questions.erase(found);
    const std::string_view words
        = event.verdict ? channel::word_of(*event.verdict) : channel::word_of(event.state);
    if (was_put)
        transcript.put(Transcript::Kind::call,
            wrapped({SafeText("◆ ") + strict(said.empty() ? words : said), colours.of(Role::own)},
                terminal.columns, 2));
    if (was_first && !questions.empty())
        put_question(now);
    if (questions.empty() && picker)
        picker->show_again(now);
}

void Screen::note(const std::string& text)
{
    if (text.empty())
        return;
    transcript.end_text(terminal.columns);
    transcript.put(Transcript::Kind::note,
        plain_lines(text, {terminal.columns, colours}, colours.of(Role::dim)));
}

// Shows an error. It also means that a requested editor does not start.
void Screen::fail(const channel::Error& error)
{
    if (owned_by == Owner::editor)
        owned_by = Owner::screen;
    put_error(error.text, error.hint.value_or(""));
}

// Puts the first line of an error next to the mark, and the other lines and the hint below it.
void Screen::put_error(const std::string& text, const std::string& more)
{
    if (text.empty())
        return;
    transcript.end_text(terminal.columns);
    const std::string all = more.empty() ? text : text + "\n" + more;
    SafeText mark = "✗ ";
    Role role = Role::error;
    Lines lines;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        const std::string_view part = std::string_view(all).substr(begin, end - begin);
        for (Line& row : wrapped({mark + prose(part), colours.of(role)}, terminal.columns, 2))
            lines.push_back(std::move(row));
        begin = end + 1;
        mark = "  ";
        role = Role::dim;
    }
    transcript.put(Transcript::Kind::note, std::move(lines));
}

void Screen::edited(const channel::EditedText& reply)
{
    owned_by = Owner::screen;
    if (!reply.edited)
        return put_error(reply.text.value_or(""), reply.hint.value_or(""));
    std::string text = *reply.edited;
    if (std::exchange(edits_question, false))
        return questions.empty() ? void() : act(questions.front().edited(text));
    while (text.ends_with('\n'))
        text.pop_back();
    input.draft.set(text);
}

void Screen::open_completions(const channel::Completions& list, Moment now)
{
    static constexpr Moment pause_before_more = 200ms;
    awaited.clear();
    const bool is_taken = std::exchange(takes_first, false);
    completion.open(list, wanted.kind, completed_word());
    if (list.more)
        names_due = now + pause_before_more;
    if (!completion.is_open())
        return;
    if (is_taken || (wanted.by_key && completion.size() == 1))
        return choose_completion();
    if (is_tiny()) {
        const std::string common = completion.common_beginning();
        completion.close();
        if (wanted.by_key && common.size() > completed_word().size())
            complete_draft(input.draft, common, true);
    }
}

void Screen::put_answer(const channel::ReplyText& reply)
{
    if (reply.text.empty())
        return;
    transcript.end_text(terminal.columns);
    transcript.put(Transcript::Kind::answer, answer_lines(reply.text, reply.form));
}

Lines Screen::answer_lines(const std::string& text, const std::optional<std::string>& form) const
{
    if (form == "markdown") {
        MarkdownStream stream(colours);
        stream.add(text);
        return stream.take_rest(terminal.columns);
    }
    if (form != "diff")
        return plain_lines(text, {terminal.columns, colours});
    Lines lines = change_lines(text, colours);
    for (Line& line : lines)
        line = of_stranger(std::move(line));
    return lines;
}

void Screen::copy(const std::string& text)
{
    const std::string bytes = Notices::clipboard(text);
    notice_bytes += bytes;
    SafeText words = with_commas(text.size());
    if (bytes.empty())
        words += " bytes are too many for the clipboard of a terminal: 100,000 at most";
    else
        words += notice.is_in_tmux
            ? SafeText(" bytes are for the clipboard: tmux passes them on with 'set -g "
                       "set-clipboard on'")
            : SafeText(" bytes are in the clipboard, if the terminal lets programs write it");
    transcript.put(Transcript::Kind::note,
        wrapped(
            {words, colours.of(bytes.empty() ? Role::warning : Role::dim)}, terminal.columns, 2));
}

}
