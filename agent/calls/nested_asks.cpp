#include "agent/calls/nested_asks.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace agent::calls {

using namespace toolkit;

static std::string line_of(const Json& fields)
{
    return fields.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Parses a line. Returns null if it is not JSON, which a process of agentcli never sends.
static Json fields_in(const io::LineReader::Line& line)
{
    try {
        return line.is_too_long ? Json() : json::parse_bounded(line.text);
    } catch (const ToolError&) {
        return {};
    }
}

static std::size_t number_in(const Json& fields)
{
    const Json& number = json::member(fields, "number");
    return number.is_number_unsigned() ? number.get<std::size_t>() : 0;
}

AskLink::AskLink()
{
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot connect a process with its run");
    ours = File(ends[0]);
    theirs = File(ends[1]);
}

void AskLink::watch(system::Watch& watch) const
{
    if (has_ended)
        return;
    watch.readable(ours.descriptor());
    if (!queue.empty())
        watch.writable(ours.descriptor());
}

void AskLink::step()
{
    if (has_ended)
        return;
    has_ended = reader.receive_all(ours.descriptor()) == io::LineReader::Arrival::end
        || queue.send_some(ours.descriptor()).error != 0;
}

std::optional<NestedAsk> AskLink::take()
{
    while (!reader.empty()) {
        const Json fields = fields_in(reader.take());
        if (const std::size_t number = number_in(fields); number != 0)
            return NestedAsk {number, json::string_member(fields, "tool"),
                json::string_member(fields, "arguments"),
                json::member(fields, "needsApproval") == true, json::member(fields, "seen")};
    }
    return std::nullopt;
}

void AskLink::answer(std::size_t number, const NestedAnswer& answer)
{
    Json fields {{"number", number}, {"yes", answer.is_yes}};
    const auto add = [&](const char* name, const std::string& text) {
        if (!text.empty())
            fields[name] = text;
    };
    add("reason", answer.reason);
    add("hint", answer.hint);
    add("record", answer.record);
    add("code", answer.code);
    add("by", answer.by);
    if (answer.arguments)
        fields["arguments"] = *answer.arguments;
    queue.add(line_of(fields));
    step();
}

void NestedAsks::answer(const Open& ask, const Decision& decision)
{
    NestedAnswer answer {.is_yes = decision.is_yes,
        .reason = decision.reason,
        .hint = decision.hint,
        .record = decision.record,
        .code = std::string(system::wire_name(decision.code)),
        .by = decision.by};
    if (decision.arguments)
        answer.arguments = decision.arguments->text;
    ask.source->answer_ask(ask.call, ask.number, answer);
}

static Decision refusal_of_obstacle(const ToolError& obstacle)
{
    return {false, "the run cannot make this call: " + obstacle.message, "", obstacle.hint,
        obstacle.code};
}

// Prepares the call that the process wants to make. The name must be exact: after a repair of the
// name, the operator would be asked about another call than the process makes.
PreparedCall NestedAsks::prepared_for(const NestedAsk& wanted, const PreparedCall& call) const
{
    model::ToolCall made;
    made.id = call.call.id;
    made.name = wanted.tool;
    made.arguments = wanted.arguments;
    PreparedCall prepared
        = prepared_call(made, sources.empty() ? std::vector {call.source} : sources);
    if (prepared.tool != nullptr && prepared.tool->name != wanted.tool)
        prepared.obstacle = ToolError(
            Code::not_found, "it has no tool " + text::in_quotes(wanted.tool), "do without it");
    prepared.is_answered_immediately = true;
    prepared.by = by_agent;
    prepared.agent = json::string_member(call.arguments.json, "agent");
    prepared.needs_approval = prepared.needs_approval || wanted.needs_approval;
    prepared.arguments.seen
        = std::make_shared<const Json>(wanted.seen.is_object() ? wanted.seen : Json::object());
    return prepared;
}

void NestedAsks::take_from(CallId id, const PreparedCall& call)
{
    while (const auto wanted = call.source->take_ask(id)) {
        auto ask = std::make_unique<Open>(
            Open {next_id++, id, wanted->number, call.source, prepared_for(*wanted, call)});
        if (call.makes_call)
            call.makes_call(ask->prepared);
        if (ask->prepared.obstacle) {
            answer(*ask, refusal_of_obstacle(*ask->prepared.obstacle));
        } else if (!is_asked_about(ask->prepared, approver)) {
            answer(*ask, {});
        } else {
            open.push_back(std::move(ask)); // an approver that throws may have kept its address
            const auto begun = std::chrono::steady_clock::now();
            const auto decision = decision_about(open.back()->prepared, open.back()->id, approver);
            call.source->excuse(std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now() - begun)); // may have waited for the operator
            if (decision) {
                answer(*open.back(), *decision);
                open.pop_back();
            }
        }
    }
}

void NestedAsks::settle()
{
    for (std::size_t index = 0; index < open.size();) {
        const auto decision = approver.take(open[index]->id);
        if (!decision) {
            ++index;
            continue;
        }
        const auto ask = std::move(open[index]);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(index));
        answer(*ask, *decision);
    }
}

void NestedAsks::withdraw(CallId call)
{
    const auto first = std::stable_partition(
        open.begin(), open.end(), [&](const auto& ask) { return ask->call != call; });
    const std::vector<std::unique_ptr<Open>> withdrawn(
        std::make_move_iterator(first), std::make_move_iterator(open.end()));
    open.erase(first, open.end());
    std::exception_ptr failure;
    for (const auto& ask : withdrawn) {
        try {
            approver.withdraw(ask->id);
        } catch (const std::exception&) { // the others are withdrawn nevertheless
            failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

bool NestedAsks::is_open(CallId call) const
{
    return std::any_of(
        open.begin(), open.end(), [&](const auto& ask) { return ask->call == call; });
}

RunApprover::RunApprover(Setting when, int socket, Clock clock)
    : when(when)
    , socket(socket)
    , clock(std::move(clock))
{
    if (socket >= 0)
        fcntl(socket, F_SETFD, FD_CLOEXEC);
}

int RunApprover::socket_of_process()
{
    const char* const mark = std::getenv(mark_of_asks); // NOLINT(concurrency-mt-unsafe): one thread
    return mark != nullptr && std::string_view(mark) == "3" ? 3 : -1;
}

static Decision refused_without_run()
{
    return {false, "it needs the operator's yes, and nobody can be asked", "nobody to ask",
        "do without it, and say in your answer what was not done"};
}

bool RunApprover::has_to_be_asked(const PreparedCall& call) const
{
    return call.needs_approval || call.is_asked_by_hook || call.tool->needs_approval
        || (when.own > when.of_run && is_to_be_asked(when.own, call));
}

std::optional<Decision> RunApprover::ask(CallId id, const PreparedCall& call)
{
    if (socket < 0)
        return refused_without_run();
    if (open.empty())
        clock.stop();
    open[id] = &call;
    Json fields {{"number", id + 1}, {"tool", call.tool->name}, {"arguments", call.arguments.text}};
    if (has_to_be_asked(call))
        fields["needsApproval"] = true;
    if (call.source != nullptr && call.changes_files())
        if (Json seen = call.source->seen_by(*call.tool); !seen.is_null())
            fields["seen"] = std::move(seen);
    queue.add(line_of(fields));
    step();
    return std::nullopt;
}

void RunApprover::end_waiting()
{
    if (open.empty())
        clock.start();
}

// Returns the arguments that the operator edited, checked like those of the model; nullopt if the
// operator did not edit them.
static std::optional<Arguments> edited(const PreparedCall& call, const Json& fields)
{
    const Json& text = json::member(fields, "arguments");
    if (!text.is_string())
        return std::nullopt;
    model::ToolCall made = call.call;
    made.name = call.tool->name;
    made.arguments = text;
    PreparedCall prepared = prepared_call(made, {call.source});
    if (prepared.obstacle)
        throw ToolError(*prepared.obstacle);
    prepared.arguments.part = call.arguments.part;
    return std::move(prepared.arguments);
}

void RunApprover::read_answer(const std::string& line)
{
    const Json fields = fields_in({line});
    const std::size_t number = number_in(fields);
    const auto found = open.find(number - 1);
    if (number == 0 || found == open.end())
        return;
    const PreparedCall& call = *found->second;
    Decision decision {json::member(fields, "yes") == true, json::string_member(fields, "reason"),
        json::string_member(fields, "record"), json::string_member(fields, "hint")};
    decision.by = json::string_member(fields, "by");
    if (const std::string code = json::string_member(fields, "code"); !code.empty())
        decision.code = system::code_named(code);
    try {
        decision.arguments = edited(call, fields);
    } catch (const ToolError& error) {
        decision = {false, error.message, "", error.hint, error.code};
    }
    decisions[found->first] = std::move(decision);
    open.erase(found);
    end_waiting();
}

void RunApprover::step()
{
    if (socket < 0 || open.empty())
        return;
    const bool has_ended = reader.receive_all(socket) == io::LineReader::Arrival::end
        || queue.send_some(socket).error != 0;
    while (!reader.empty())
        read_answer(reader.take().text);
    if (!has_ended)
        return;
    for (const auto& [id, call] : open)
        decisions[id] = refused_without_run();
    open.clear();
    end_waiting();
}

std::optional<Decision> RunApprover::take(CallId id)
{
    auto taken = decisions.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

void RunApprover::withdraw(CallId id)
{
    decisions.erase(id);
    if (open.erase(id) > 0)
        end_waiting();
}

void RunApprover::watch(system::Watch& watch) const
{
    if (!decisions.empty())
        watch.until(system::Watch::Clock::now());
    if (socket < 0 || open.empty())
        return;
    watch.readable(socket);
    if (!queue.empty())
        watch.writable(socket);
}

}
