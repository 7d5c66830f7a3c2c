#include "frontends/chat/chat_engine.hpp"

#include "agent/calls/nested_asks.hpp"
#include "agent/display/rows.hpp"
#include "agent/session/session.hpp"
#include "agent/steps/step_diff.hpp"
#include "agent/steps/undoable_steps.hpp"
#include "frontends/chat/change_texts.hpp"
#include "frontends/chat/plain_words.hpp"
#include "frontends/screen/values.hpp"
#include "runner/start/undoer.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Records the changes of turns, and tells the model what it needs to know about them.

// Waits for an answer. An interruption dismisses the question.
std::optional<host::Asks::Answer> ChatEngine::wait_for_answer(const std::string& id)
{
    const host::BusyWith asking(inbox, host::Inbox::Busy::turn);
    bool is_cancelled = cancel.is_set();
    auto answer = asks.take(id);
    while (!answer && !is_cancelled) {
        cancel.wait_for_anything();
        is_cancelled = cancel.is_set(); // processes messages that have arrived
        answer = asks.take(id);
    }
    asks.close(id, channel::AskedState::withdrawn);
    cancel.reset();
    return answer;
}

bool ChatEngine::is_agreed(const channel::ChatApproval& question)
{
    const auto answer = wait_for_answer(asks.open(question, channel::max_line));
    return answer && std::get<channel::VerdictAnswer>(*answer).verdict == channel::Verdict::yes;
}

std::optional<std::string> ChatEngine::ask_for_line(const channel::ChatQuestion& question)
{
    const auto answer = wait_for_answer(asks.open(question, channel::max_line));
    const auto* const line = answer ? std::get_if<channel::ValueAnswer>(&*answer) : nullptr;
    return line == nullptr ? std::nullopt : std::optional(line->value.json().get<std::string>());
}

std::optional<std::string> ChatEngine::ask_for_secret(const std::string& question)
{
    const host::BusyWith asking(inbox, host::Inbox::Busy::turn);
    has_terminal = false;
    channel.screen_event(channel::LendTerminal {});
    bool is_cancelled = cancel.is_set();
    while (!has_terminal && !is_cancelled) {
        cancel.wait_for_anything();
        is_cancelled = cancel.is_set();
    }
    std::optional<std::string> line;
    const auto terminal = has_terminal ? terminal::Terminal::find() : std::nullopt;
    try {
        if (terminal)
            line = terminal->ask_secret(question, cancel);
    } catch (const ToolError&) { // interrupted
    }
    channel.screen_event(channel::Continued {});
    cancel.reset();
    return line;
}

void ChatEngine::hide(const std::string& secret)
{
    redaction.hide(secret);
    redaction_of_questions.hide(secret);
}

std::optional<channel::Picked> ChatEngine::pick(const channel::ChatPick& list)
{
    if (list.rows.empty())
        return std::nullopt;
    const std::string id = asks.open(list, channel::max_line);
    wait_for_answer(id);
    return asks.take_pick(id);
}

void ChatEngine::tell_model(const std::string& text)
{
    notes.push_back(session::note_to_model(text));
    if (inbox.busy != host::Inbox::Busy::turn)
        add_notes();
}

void ChatEngine::add_notes()
{
    for (model::Message& note : std::exchange(notes, {}))
        ready_engine().transcript().add(std::move(note));
}

void ChatEngine::add_change(const Json& event)
{
    changes.take(event);
    if (auto* session = engine ? engine->transcript().kept_in() : nullptr)
        session->add_changes(event);
}

void ChatEngine::recall_changes(start::Engine& talking, const session::Session& session)
{
    changes.begin_with(session.past_changes());
    auto steps = changes.last(std::numeric_limits<std::size_t>::max()).steps();
    std::reverse(steps.begin(), steps.end());
    talking.recall_steps(std::move(steps));
}

static std::string number_of_files(std::size_t count)
{
    return display::counted(count, "file", "files") + " changed";
}

// Returns a summary of the changes that tools have made in this process and that are not undone.
std::string ChatEngine::words_about_files() const
try {
    if (made.empty())
        return {};
    const std::string root = calls::workspace_of(
        start::undoing_tool(manifest::choose_manifest(config.tools.manifest)));
    const auto changed = steps::changed_files(root, made);
    if (changed.files == 0)
        return {};
    std::string words = number_of_files(changed.files);
    if (changed.are_newest)
        words += ": 'agentcli undo"
            + (changed.steps == 1 ? "" : " --last " + std::to_string(changed.steps))
            + "' undoes that";
    else if (!session_name().empty())
        words += ": /undo in this session undoes that";
    return words;
} catch (const ToolError&) { // the summary is left out
    return {};
}

// Returns how many files were changed by the steps after the first `step`; empty if none was.
std::string ChatEngine::files_changed_since(std::size_t step) const
try {
    if (!engine || known_steps <= step)
        return {};
    const auto& all = engine->steps();
    const std::vector<steps::NotedStep> last(
        all.begin() + static_cast<std::ptrdiff_t>(step), all.end());
    const std::size_t count = steps::changed_files(workspace, last).files;
    return count == 0 ? std::string() : number_of_files(count);
} catch (const ToolError&) {
    return {};
}

static bool runs_programs(const start::Engine& engine, const std::string& name)
{
    for (const auto* tool : engine.tools())
        if (tool->name == name)
            return json::member(tool->effects, "programs") == true;
    return false;
}

// Covers the steps that are not yet recorded as changes of a turn.
std::string ChatEngine::diff_of_last_call() const
{
    if (!engine || engine->steps().size() <= known_steps)
        return {};
    return steps::diff_of_last_steps(
        workspace, engine->steps(), engine->steps().size() - known_steps);
}

// Returns the beginning of the operator's first message from `start` on.
static std::string words_of_turn(const model::Messages& messages, std::size_t start)
{
    static constexpr std::size_t max_bytes = 60;
    for (; start < messages.size(); ++start) {
        const model::Message& message = *messages[start];
        if (message.role != model::Role::user || session::is_note_to_model(message))
            continue;
        const std::string text = message.text();
        return strict(text::shortened(text.substr(0, text.find('\n')), max_bytes));
    }
    return {};
}

// Counts turns as `agentcli session rewind` does: one begins with messages of the user.
static std::size_t count_turns(const model::Messages& messages)
{
    std::size_t count = 0;
    bool is_in_user = false;
    for (const auto& message : messages) {
        const bool is_user = message->role == model::Role::user;
        count += is_user && !is_in_user ? 1 : 0;
        is_in_user = is_user;
    }
    return count;
}

void ChatEngine::begin_turn_of_changes()
{
    const model::Messages& messages = engine->transcript().messages();
    turn_begins = true;
    turn_start = messages.size();
    turn_number = std::max(count_turns(messages), changes.newest_turn()) + 1;
}

void ChatEngine::on_end_of(const ChatObserver::SeenCall& call)
{
    if (!engine)
        return;
    const std::string command
        = runs_programs(*engine, call.tool) ? command_text(call.arguments) : std::string();
    Json event {{"steps", Json::array()}};
    for (const auto& all = engine->steps(); known_steps < all.size(); ++known_steps) {
        event["steps"].push_back(Changes::step_in_event(all[known_steps]));
        if (!command.empty())
            event["steps"].back()["command"] = command;
        made.push_back(all[known_steps]);
    }
    const std::int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch())
                                 .count();
    if (!command.empty() && call.milliseconds >= 0)
        event["ran"].push_back(
            {{"text", command}, {"begin", now - call.milliseconds}, {"end", now}});
    if (event["steps"].empty() && !event.contains("ran"))
        return;
    if (std::exchange(turn_begins, false))
        event.update({{"begins", true}, {"turn", turn_number}, {"time", now},
            {"said", words_of_turn(engine->transcript().messages(), turn_start)}});
    add_change(event);
}

void ChatEngine::on_edited(const calls::PreparedCall& made, const calls::Arguments& edited)
{
    if (made.by == calls::by_agent) // its calls are not shown
        return;
    observer.edited(made.call.id, edited.json);
}

}
