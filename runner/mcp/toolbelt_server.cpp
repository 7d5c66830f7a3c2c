#include "runner/mcp/toolbelt_server.hpp"

#include "agent/loop/run_result.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace runner::mcp {

namespace protocol = toolkit::mcp;

using namespace std::chrono_literals;

static Json list_of(const calls::ManifestSource& source)
{
    Json list = Json::array();
    for (const calls::OfferedTool* tool : source.tools()) {
        Json entry {
            {"name", tool->name}, {"description", tool->description}, {"schema", tool->schema}};
        if (!tool->effects.is_null())
            entry["effects"] = tool->effects;
        if (!tool->answer_schema.is_null())
            entry["answerSchema"] = tool->answer_schema;
        list.push_back(protocol::listed_tool(entry));
    }
    return list;
}

ToolbeltServer::ToolbeltServer(calls::ManifestSource& source, const calls::Supervision& by,
    const AnswerForm& form, Limits limits)
    : source(source)
    , by(by)
    , form(form)
    , limits(limits)
    , list(list_of(source))
    , lines(limits.request_bytes)
    , calls(source, by, {form, limits.calls, system::sha256(list.dump())},
          [this](const std::string& line) { output.print(line); })
{
}

// At the end of the input what runs has a second.
bool ToolbeltServer::is_over() const
{
    return is_at_end && ((calls.empty() && output.empty()) || Clock::now() >= end_of_input + 1s);
}

ToolbeltServer::Clock::time_point ToolbeltServer::next_look() const
{
    const auto parent_is_looked_for = Clock::now() + 5s;
    return is_at_end ? std::min(parent_is_looked_for, end_of_input + 1s) : parent_is_looked_for;
}

// Returns whether anybody still reads stdout.
bool ToolbeltServer::wait()
{
    system::Watch watch;
    watch.descriptors.push_back(
        {STDOUT_FILENO, static_cast<short>(output.empty() ? 0 : POLLOUT), 0});
    watch.descriptors.push_back({is_at_end || output.is_stuffed() ? -1 : STDIN_FILENO, POLLIN, 0});
    watch.readable(by.cancel.descriptor());
    watch.until(next_look());
    if (!output.is_full())
        calls.watch(watch);
    watch.wait();
    has_input = watch.descriptors[1].revents != 0;
    return (watch.descriptors[0].revents & (POLLERR | POLLNVAL)) == 0 && output.write_some();
}

void ToolbeltServer::read_input()
{
    std::array<char, 64 << 10> bytes; // NOLINT: read into
    const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count > 0)
        return lines.add({bytes.data(), static_cast<std::size_t>(count)});
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    lines.add("\n"); // the last line may lack it
    is_at_end = true;
    end_of_input = Clock::now();
}

void ToolbeltServer::take(const protocol::Lines::Line& line)
{
    if (line.is_too_long)
        output.print(protocol::error_line({},
            {protocol::invalid_request,
                "the message is larger than " + std::to_string(limits.request_bytes) + " bytes"}));
    else
        take_message(line.text);
}

void ToolbeltServer::take_message(const std::string& line)
{
    const auto read = protocol::read_envelope(line);
    if (const auto* const refusal = std::get_if<protocol::Refusal>(&read))
        return output.print(
            protocol::error_line(refusal->id, {refusal->code, std::string(refusal->message)}));
    const auto& envelope = std::get<protocol::Envelope>(read);
    if (envelope.kind == protocol::MessageKind::notification
        && envelope.method.view() == "notifications/cancelled")
        return calls.cancel(envelope.cancelled_id);
    if (envelope.kind != protocol::MessageKind::request)
        return;
    try {
        if (calls.is_known(envelope.id))
            throw protocol::Malformed {
                protocol::invalid_request, "a request with this id has not been answered yet"};
        take_request(envelope, line);
    } catch (const protocol::Malformed& error) {
        output.print(protocol::error_line(envelope.id, error));
    }
}

static Json message_in(const std::string& line)
{
    json::JsonRules rules;
    rules.repeated = json::RepeatedNames::refused;
    rules.subject = "the message";
    try {
        return json::parse_json(line, rules);
    } catch (const ToolError& error) {
        throw protocol::Malformed {protocol::invalid_request, error.message};
    }
}

// "NAME VERSION", as a client says it.
static std::string client_named_by(const Json& info)
{
    constexpr std::size_t longest = 100;
    std::string name = json::string_member(info, "name");
    if (const std::string version = json::string_member(info, "version"); !version.empty())
        name += " " + version;
    return text::shortened(text::printable(name), longest);
}

void ToolbeltServer::take_request(const protocol::Envelope& envelope, const std::string& line)
{
    Json message = message_in(line);
    Json params = message.contains("params") ? std::move(message["params"]) : Json();
    if (envelope.method.view() == "tools/call")
        return begin_call(envelope, params, line.size());
    if (envelope.method.view() == "initialize")
        client = client_named_by(json::member(params, "clientInfo"));
    output.print(protocol::respond(envelope, params, form.introduction, list));
}

// L1. On stdio the process is the session, and `run` of the line is its name.
Json ToolbeltServer::via(const protocol::Envelope& envelope, const Json& params) const
{
    const bool is_modern = envelope.era == protocol::Era::modern;
    const std::string name = is_modern ? client_named_by(json::member(json::member(params, "_meta"),
                                 "io.modelcontextprotocol/clientInfo"))
                                       : client;
    Json via {{"transport", "stdio"}, {"era", is_modern ? "modern" : "legacy"}};
    if (!name.empty())
        via["client"] = name;
    return via;
}

void ToolbeltServer::begin_call(const protocol::Envelope& envelope, Json& params, std::size_t bytes)
{
    const protocol::CallParams call = protocol::call_in(params, envelope.era);
    const auto tools = source.tools();
    const auto tool = std::find_if(tools.begin(), tools.end(),
        [&](const calls::OfferedTool* one) { return one->name == call.name; });
    if (tool == tools.end())
        throw protocol::unknown_tool(call.name, list);
    ClientCall made {std::string(envelope.id), envelope.era, std::string(envelope.progress_token),
        via(envelope, params), bytes};
    calls.begin(std::move(made), **tool, *call.arguments);
}

// The trail has to be complete (B4): what it can't tell of is not told to the client either.
ToolbeltServer::End ToolbeltServer::failed(const ToolError& error)
{
    calls.fail(error);
    write_rest();
    return {"failed", static_cast<int>(loop::Reason::failed), error};
}

void ToolbeltServer::write_rest()
{
    const auto deadline = Clock::now() + 1s;
    while (!output.empty() && Clock::now() < deadline && by.cancel.signal() == 0) {
        system::Watch watch;
        watch.writable(STDOUT_FILENO);
        watch.until(deadline);
        watch.wait();
        if (!output.write_some())
            return;
    }
}

ToolbeltServer::End ToolbeltServer::serve_lines()
{
    while (!is_over()) {
        if (!wait())
            return {"stdout-closed", static_cast<int>(loop::Reason::stdout_closed)};
        if (by.cancel.is_set())
            return {"interrupted", 128 + by.cancel.signal()};
        if (getppid() != parent)
            break;
        if (has_input)
            read_input();
        while (!lines.empty())
            take(lines.take());
        if (!output.is_full())
            calls.step();
    }
    return {"client-ended", 0};
}

ToolbeltServer::End ToolbeltServer::serve()
{
    try {
        End end = serve_lines();
        calls.end(end.reason);
        return end;
    } catch (const ToolError& error) {
        return failed(error);
    }
}

}
