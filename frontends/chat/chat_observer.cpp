#include "frontends/chat/chat_observer.hpp"

#include "agent/display/rows.hpp"
#include "frontends/agents/task_agent.hpp"
#include "frontends/chat/images.hpp"
#include "frontends/chat/operator_calls.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t max_calls = 200;
static constexpr std::size_t max_bytes = 64 << 10; // maximum size of each stored output

void ChatObserver::add_shortened(Shortened one)
{
    static constexpr std::size_t most = 50;
    shortened.push_back(std::move(one));
    if (shortened.size() > most)
        shortened.pop_front();
    shortened_back = 0;
}

const ChatObserver::Shortened* ChatObserver::next_shortened()
{
    if (shortened.empty())
        return nullptr;
    const std::size_t back = shortened_back++ % shortened.size();
    return &shortened[shortened.size() - 1 - back];
}

void ChatObserver::reasoning(std::string_view piece)
{
    if (thoughts.size() < max_bytes)
        thoughts += piece;
    host::HostObserver::reasoning(piece);
}

void ChatObserver::message(std::size_t step, const model::Reply& reply, const model::Message& shown)
{
    if (!thoughts.empty())
        add_shortened({"the reasoning", std::exchange(thoughts, {})});
    if (std::string text = shown.text(); !text.empty())
        text_of_last = std::move(text);
    host::HostObserver::message(step, reply, shown);
}

static std::string argument_lines(const Json& arguments)
{
    return text::shortened(display::shown_arguments(arguments), max_bytes);
}

void ChatObserver::arguments(std::string_view piece, bool is_new)
{
    static constexpr std::chrono::milliseconds interval {250};
    if (is_new)
        written = {};
    written.add(piece);
    const auto now = std::chrono::steady_clock::now();
    if (now - written_told < interval)
        return;
    written_told = now;
    tell(channel::ChatWriting {written.path(), static_cast<std::int64_t>(written.lines())});
}

ChatObserver::SeenCall ChatObserver::new_call(
    const model::ToolCall& call, const display::ShownTool& tool)
{
    const channel::CallEvent event = channel::call_event(call.id, call.name, call.arguments);
    return {
        ++count, call.id, call.name, event.text ? Json(*event.text) : event.arguments.json(), tool};
}

void ChatObserver::calls(std::size_t, const std::vector<model::ToolCall>& calls)
{
    last_ids.clear();
    asked.clear();
    for (const auto& call : calls) {
        const auto tool = followed.find(call.id);
        SeenCall one = new_call(
            call, tool == followed.end() ? display::ShownTool {call.name} : tool->second.shown);
        one.is_of_agent = tool != followed.end() && tool->second.is_of_agent;
        const SeenCall& told = add_seen(std::move(one));
        tell(channel::ChatCall {.id = call.id,
            .tool = call.name,
            .waits = calls.size() > 1 && tool != followed.end(),
            .display = told.display});
        last_ids.push_back(call.id);
    }
    followed.clear();
}

ChatObserver::SeenCall& ChatObserver::add_seen(SeenCall call)
{
    call.display = display::display_of_call(call.shown, call.arguments);
    call.argument_lines = argument_lines(call.arguments);
    seen.push_back(std::move(call));
    if (seen.size() > max_calls)
        seen.pop_front();
    return seen.back();
}

void ChatObserver::follow(calls::PreparedCall& call)
{
    if (call.tool != nullptr)
        followed[call.call.id]
            = {{call.tool->name, call.tool->display}, call.tool->asks_for_its_calls};
    if (nested != nullptr)
        nested->follow(call);
    if (!call.obstacle)
        call.begins = [this, id = call.call.id, earlier = std::move(call.begins)] {
            if (earlier)
                earlier();
            tell(channel::ChatProgress {.id = id, .begins = true});
        };
    if (live != nullptr)
        live->follow(call);
}

void ChatObserver::pauses(const model::RetryPause& pause)
{
    tell(channel::ChatRetry {.cause = static_cast<channel::RetryCause>(pause.cause),
        .status = pause.status,
        .host = pause.host,
        .ms = pause.delay.count(),
        .attempt = pause.attempt,
        .attempts = pause.attempts});
}

ChatObserver::SeenCall* ChatObserver::running_call(const std::string& id)
{
    const auto found = std::find_if(seen.rbegin(), seen.rend(),
        [&](const SeenCall& one) { return one.id == id && !one.has_ended; });
    return found == seen.rend() ? nullptr : &*found;
}

// Returns the size of a command's output according to its answer; nullopt if the answer does not
// contain it.
static std::optional<std::size_t> printed_bytes(const std::string& content)
{
    const Json answer = answer_of_tool(content);
    std::size_t bytes = 0;
    bool is_known = false;
    for (const char* stream : {"outputBytes", "stdoutBytes", "stderrBytes"})
        if (const Json& size = json::member(answer, stream); size.is_number_unsigned()) {
            bytes += size.get<std::size_t>();
            is_known = true;
        }
    return is_known ? std::optional(bytes) : std::nullopt;
}

void ChatObserver::end(SeenCall& call, const calls::ToolAnswer& answer)
{
    static constexpr std::size_t lines_of_quiet_call = 40;
    display::CallEnd end {
        .content = answer.content, .code = answer.code, .diff = diff_of_last_call()};
    std::optional<display::LiveTail> printed;
    if (live != nullptr)
        printed = live->take(call.id, printed_bytes(answer.content));
    if (printed)
        end.printed = &*printed;
    if (const auto question = asked.find(call.id); question != asked.end())
        end.shown_diff = question->second;
    else if (last_ids.size() == 1)
        end.max_diff_lines = lines_of_quiet_call;
    display::add_end(call.display, call.shown, call.arguments, end);
    keep_output(call, end);
    call.milliseconds = answer.duration ? answer.duration->count() : -1;
    if (answer.code.empty() && call.shown.declared == tasks::task_display())
        show_tasks(call);
    if (call.is_of_agent)
        end_agent(call, answer);
    else
        keep_shortened(call);
}

void ChatObserver::keep_output(SeenCall& call, const display::CallEnd& end)
{
    call.output = text::shortened(display::whole_output(call.shown, end), max_bytes);
    call.is_diff = call.output.starts_with("--- ");
    call.has_ended = true;
}

void ChatObserver::keep_shortened(const SeenCall& call)
{
    if (call.display.left_out > 0)
        add_shortened(
            {display::title_of_call(call.shown, call.arguments), call.output, call.is_diff});
}

// Shows the tasks that have changed, or all of them for the first time.
void ChatObserver::show_tasks(SeenCall& call)
{
    static constexpr std::size_t most = 8;
    const auto now = tasks::tasks_in_text(call.arguments.dump());
    if (!now)
        return;
    const auto changed = tasks::changed_lines(tasks, *now);
    for (std::size_t at = 0; at < std::min(most, changed.size()); ++at)
        call.display.lines.push_back({changed[at]});
    call.display.left_out = static_cast<std::int64_t>(changed.size() - call.display.lines.size());
    call.output = tasks::text_of(*now);
    tasks = *now;
    hears_tasks();
}

static std::string first_lines(const std::string& text)
{
    static constexpr std::size_t most = 20;
    const display::LastLines first = display::first_lines(text, most);
    std::string lines;
    for (const auto& line : first.lines)
        lines += line + "\n";
    if (first.count > first.lines.size())
        lines += "… "
            + display::counted(first.count - first.lines.size(), "more line", "more lines")
            + ": /show\n";
    return lines;
}

// Adds the calls of an agent and the beginning of its answer below the line of the call.
void ChatObserver::end_agent(SeenCall& call, const calls::ToolAnswer& answer)
{
    std::size_t count_inside = 0;
    if (nested != nullptr) {
        auto ended = nested->end(call.id);
        call.inside = std::move(ended.lines);
        count_inside = ended.count;
    }
    const std::string title = display::title_of_call(call.shown, call.arguments);
    if (answer.code.empty()) {
        const Json report = answer_of_tool(answer.content);
        call.output = text::shortened(agents::text_of_answer(report), max_bytes);
        count_agent(report);
    } else if (count_inside > 0) {
        call.display.facts.insert(
            call.display.facts.begin(), {display::counted(count_inside, "call", "calls")});
    }
    for (auto& fact : call.display.facts) // a long task is shortened instead
        if (fact.role == channel::FactRole::plain)
            fact.role = channel::FactRole::kept;
    std::string lines;
    for (const auto& line : call.inside)
        lines += "  " + line + "\n";
    add_shortened({title, lines + (lines.empty() ? "" : "\n") + first_lines(call.output)});
}

channel::Display ChatObserver::own_call(
    const std::string& id, const display::ShownTool& tool, const Json& arguments)
{
    SeenCall one {++count, id, tool.name, arguments, tool};
    one.is_of_agent = true;
    return add_seen(std::move(one)).display;
}

channel::Display ChatObserver::own_result(const std::string& id, const calls::ToolAnswer& answer)
{
    SeenCall* const call = running_call(id);
    if (call == nullptr)
        return {};
    end(*call, answer);
    call->arguments = {};
    return call->display;
}

void ChatObserver::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    if (SeenCall* const one = running_call(call.id)) {
        end(*one, answer);
        if (call_has_ended)
            call_has_ended(*one);
        one->arguments = {};
    }
    host::HostObserver::result(call, answer);
    count_background(answer.background);
}

// Leaves out a result that was shortened, since it is no longer the answer of its tool.
void ChatObserver::tell_past_call(
    const model::ToolCall& call, const display::ShownTool& tool, const std::string& content)
{
    SeenCall& one = add_seen(new_call(call, tool));
    tell(channel::ChatCall {.id = call.id, .tool = call.name, .display = one.display});
    const Json answer = answer_of_tool(content);
    display::CallEnd end {.content = content};
    if (answer.contains("error") && answer.contains("code"))
        end.code = json::string_member(answer, "code");
    if (answer.is_object() || tool.declared.is_null())
        display::add_end(one.display, one.shown, one.arguments, end);
    keep_output(one, end);
    keep_shortened(one);
    one.arguments = {};
    tell(channel::ChatResult {.id = call.id, .tool = call.name, .ms = 0, .display = one.display});
}

void ChatObserver::count_background(const Json& told)
{
    const std::string name = json::string_member(told, "name");
    const std::size_t before = background.size();
    if (name.empty())
        return;
    if (json::string_member(told, "state") == "running")
        background.insert(name);
    else
        background.erase(name);
    if (background.size() != before)
        background_has_changed();
}

// Returns the total cost including this reply.
std::optional<double> ChatObserver::cost_with(const Json& usage, const std::string& fallback)
{
    if (const auto cost = price(usage, fallback); cost && std::isfinite(sum.value_or(0) + *cost))
        sum = sum.value_or(0) + *cost;
    return sum;
}

void ChatObserver::tell_usage(std::size_t step, const model::Reply& reply)
{
    tell(channel::ChatUsage {static_cast<std::int64_t>(step), channel::Document(reply.usage),
        cost_with(reply.usage, reply.fallback)});
}

void ChatObserver::count_agent(const Json& answer)
{
    const Json& usage = json::member(answer, "usage");
    if (!usage.is_object())
        return;
    counts(usage);
    tell(channel::ChatUsage {{}, channel::Document(usage), cost_with(usage), true});
}

std::optional<PlaceOfCall> ChatObserver::place_of(const std::string& id) const
{
    const auto found = std::find(last_ids.begin(), last_ids.end(), id);
    if (found == last_ids.end())
        return std::nullopt;
    return PlaceOfCall {found - last_ids.begin() + 1, static_cast<std::int64_t>(last_ids.size())};
}

void ChatObserver::edited(const std::string& id, const Json& arguments)
{
    SeenCall* const call = running_call(id);
    if (call == nullptr)
        return;
    call->arguments = arguments;
    call->display = display::display_of_call(call->shown, arguments);
    call->argument_lines = argument_lines(arguments);
    tell(
        channel::ChatCall {.id = id, .tool = call->tool, .edited = true, .display = call->display});
}

void ChatObserver::asked_with_diff(const std::string& id, const std::string& diff)
{
    asked[id] = diff;
}

// Returns true if the operator ended the turn while the call ran.
static bool was_interrupted(const calls::ToolAnswer& answer)
{
    return answer.code == "INTERNAL" && answer.failure.ends_with("interrupted");
}

void ChatObserver::tell_result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    channel::ChatResult result {.id = call.id, .tool = call.name};
    const auto found = std::find_if(
        seen.rbegin(), seen.rend(), [&](const SeenCall& one) { return one.id == call.id; });
    if (found != seen.rend())
        result.display = found->display;
    if (was_interrupted(answer))
        result.code = of_interruption;
    else if (!answer.code.empty())
        result.code = answer.code;
    if (answer.duration)
        result.ms = answer.duration->count();
    tell(result);
    for (const auto& image : answer.images)
        tell(image_event(*image, model::kind_of(*image), true));
}

}
