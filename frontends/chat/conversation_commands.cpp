#include "agent/loop/tokens.hpp"
#include "agent/session/history.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/code_blocks.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

static ToolError nothing_was_said() { return {Code::not_found, "nothing was said yet"}; }

void say_next(ChatEngine& talk, const std::string& words)
{
    if (words.empty())
        throw ToolError(Code::bad_request, "/next needs a message");
    talk.inbox.say({.content = channel::SaidText {words}, .when = channel::When::next});
}

void retry(ChatEngine& talk, const std::string&)
{
    start::Engine& engine = talk.ready_engine();
    const model::Messages& messages = engine.transcript().messages();
    const auto turns = session::beginnings_of_turns(messages);
    if (turns.empty())
        throw nothing_was_said();
    std::size_t after = turns.front();
    while (after < messages.size() && messages[after]->role == model::Role::user)
        ++after;
    if (after < messages.size())
        engine.transcript().cut(after);
    engine.invalidate_messages();
    talk.ask_again();
}

void take_back(ChatEngine& talk, const std::string& words)
{
    start::Engine& engine = talk.ready_engine();
    const auto turns = session::beginnings_of_turns(engine.transcript().messages());
    if (turns.empty())
        throw nothing_was_said();
    const std::size_t count = std::min(number_in(words, 1), turns.size());
    const std::size_t first = turns[count - 1];
    const std::string text = engine.transcript().messages()[first]->text();
    engine.transcript().cut(first);
    engine.invalidate_messages();
    talk.give_back(text);
    talk.reply(std::to_string(count) + (count == 1 ? " turn is" : " turns are")
        + " out of the conversation; files stay as they are\n");
}

void restart(ChatEngine& talk, const std::string&)
{
    start::Engine& engine = talk.ready_engine();
    const std::string name = talk.session_name();
    engine.restart();
    talk.reply("a new conversation begins"
        + (name.empty() ? std::string() : "; /resume " + name + " continues the one before")
        + "\n");
}

void compact(ChatEngine& talk, const std::string&)
{
    start::Engine& engine = talk.ready_engine();
    const std::size_t before = engine.transcript().messages().size();
    const loop::Stop stop = talk.turns.compact(engine);
    if (stop.reason == loop::Reason::answered && engine.transcript().messages().size() == before)
        talk.reply("there is nothing to summarize yet\n");
}

static std::string about(double tokens)
{
    return "~" + std::to_string(std::llround(tokens)) + " tokens";
}

void show_tasks(ChatEngine& talk, const std::string&)
{
    const tasks::TaskList& now = talk.observer.tasks;
    talk.reply(now.empty() ? "the model keeps no tasks\n"
                           : "tasks · " + tasks::progress_of(now) + "\n" + tasks::text_of(now));
}

void show_context(ChatEngine& talk, const std::string&)
{
    static constexpr std::size_t max_largest = 10;
    start::Engine& engine = talk.ready_engine();
    const model::Messages& messages = engine.transcript().messages();
    std::string text = "next request: " + about(engine.tokens());
    if (talk.config.context_window > 0)
        text += " of " + std::to_string(talk.config.context_window);
    text += "\ntools: " + about(engine.tokens_around())
        + "\nmessages: " + std::to_string(messages.size()) + "\n";
    std::vector<std::pair<double, std::size_t>> largest;
    for (std::size_t at = 0; at < messages.size(); ++at)
        largest.emplace_back(loop::estimated_tokens_of(*messages[at]), at);
    std::sort(largest.rbegin(), largest.rend());
    for (std::size_t index = 0; index < std::min(max_largest, largest.size()); ++index)
        text += "  " + std::to_string(largest[index].second + 1) + ". "
            + std::string(model::name_of(messages[largest[index].second]->role)) + ": "
            + about(largest[index].first) + "\n";
    talk.reply(text);
}

// Returns the calls of an agent.
static std::string calls_inside(const ChatObserver::SeenCall& call)
{
    std::string lines;
    for (const auto& line : call.inside)
        lines += "  " + line + "\n";
    return lines.empty() ? "" : "its calls:\n" + lines;
}

// Shows the whole text that was shortened last; repeated, the one before it.
static void show_shortened(ChatEngine& talk)
{
    const auto* const shown = talk.observer.next_shortened();
    if (shown == nullptr)
        throw ToolError(Code::not_found, "nothing was shortened", "/show shows the last call");
    const auto lines = std::count(shown->text.begin(), shown->text.end(), '\n')
        + (shown->text.ends_with('\n') ? 0 : 1);
    talk.reply("all of: " + shown->title + " · " + std::to_string(lines)
        + (lines == 1 ? " line" : " lines") + "\n");
    talk.reply(
        shown->text + (shown->text.ends_with('\n') ? "" : "\n"), shown->is_diff ? "diff" : "");
}

static void print_call(ChatEngine& talk, const ChatObserver::SeenCall& call)
{
    std::string text = "call " + std::to_string(call.number) + ": " + display::line_of(call.display)
        + "\n" + call.argument_lines + calls_inside(call);
    if (!call.has_ended)
        text += "it runs\n";
    else
        text += "\n" + (call.output.empty() ? "no output\n" : call.output);
    talk.reply(text.ends_with('\n') ? text : text + "\n");
}

// Lets the operator choose one of the calls, the latest first, and prints it.
static void pick_call(ChatEngine& talk)
{
    const auto& calls = talk.observer.seen_calls();
    channel::ChatPick list {
        .name = 1, .filters = true, .enter = channel::PickKey {"Enter prints it", "Enter"}};
    list.rows.reserve(calls.size());
    for (auto call = calls.rbegin(); call != calls.rend(); ++call)
        list.rows.push_back(
            {.cells = {std::to_string(call->number), display::line_of(call->display)},
                .note = call->has_ended ? "" : "runs"});
    if (const auto picked = talk.pick(list))
        print_call(talk, calls[calls.size() - 1 - static_cast<std::size_t>(picked->row)]);
}

void show_call(ChatEngine& talk, const std::string& words)
{
    if (words == "more")
        return show_shortened(talk);
    const auto& calls = talk.observer.seen_calls();
    if (calls.empty())
        throw ToolError(Code::not_found, "no tool was called yet");
    if (words.empty() && calls.size() > 1 && talk.inbox.busy == host::Inbox::Busy::no)
        return pick_call(talk);
    const std::size_t number = number_in(words, calls.back().number);
    const auto call = std::find_if(
        calls.begin(), calls.end(), [&](const auto& one) { return one.number == number; });
    if (call == calls.end())
        throw ToolError(Code::not_found, "there is no call " + std::to_string(number),
            "the calls have the numbers " + std::to_string(calls.front().number) + " to "
                + std::to_string(calls.back().number));
    print_call(talk, *call);
}

// Applies to this chat, or to the session that it continues.
static std::string last_answer(ChatEngine& talk)
{
    std::string text = talk.observer.last_text();
    if (text.empty() && talk.has_engine()) {
        const model::Messages& messages = talk.ready_engine().transcript().messages();
        for (std::size_t at = messages.size(); at-- > 0 && text.empty();)
            if (messages[at]->role == model::Role::assistant)
                text = messages[at]->text();
    }
    if (text.empty())
        throw ToolError(Code::not_found, "there is no answer yet");
    return text;
}

void show_raw(ChatEngine& talk, const std::string&) { talk.reply(last_answer(talk) + "\n"); }

// The screen writes the text to the clipboard, because it owns the terminal.
void copy_answer(ChatEngine& talk, const std::string& words)
{
    std::string text = last_answer(talk);
    if (!words.empty()) {
        const auto blocks = code_blocks(text);
        const std::size_t number = number_in(words, 1);
        if (number > blocks.size())
            throw ToolError(Code::not_found,
                "the last answer has " + std::to_string(blocks.size())
                    + (blocks.size() == 1 ? " code block" : " code blocks"),
                "/copy alone copies all of it");
        text = blocks[number - 1];
    }
    talk.channel.screen_event(channel::Copy {text});
}

}
