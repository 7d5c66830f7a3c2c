#include "frontends/host/host_tools.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/channel/host_tool_check.hpp"
#include "agent/model/image.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <cmath>
#include <utility>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

HostTools::Offered HostTools::tool_of(const channel::HostTool& declared)
{
    Offered tool;
    tool.name = declared.name;
    tool.description = declared.description;
    tool.schema = declared.schema.json();
    tool.changes_files = declared.changes;
    tool.needs_approval = declared.approve;
    tool.timeout = std::chrono::milliseconds(std::llround(declared.timeout_seconds * 1000));
    return tool;
}

HostTools::HostTools(const std::vector<channel::HostTool>& declared, Asks& asks,
    const redaction::Redaction& redaction)
    : asks(asks)
    , redaction(redaction)
{
    const auto schemas = channel::checked_schemas(declared, calls::compiled_by_re2);
    for (std::size_t index = 0; index < declared.size(); ++index) {
        list.push_back(tool_of(declared[index]));
        list.back().checked_schema = schemas[index];
    }
}

std::vector<const calls::OfferedTool*> HostTools::tools() const
{
    std::vector<const calls::OfferedTool*> all;
    for (const auto& tool : list)
        all.push_back(&tool);
    return all;
}

bool HostTools::begin(
    calls::CallId id, const calls::OfferedTool& tool, const calls::Arguments& arguments)
{
    if (open.size() >= calls::max_parallel_calls)
        return false;
    const auto& host_tool
        = static_cast<const Offered&>(tool); // every offered tool is an element of the list
    const double seconds = std::chrono::duration<double>(host_tool.timeout).count();
    Open call {{}, &host_tool, Clock::now()};
    try {
        call.ask = asks.open(channel::HostToolAsk {tool.name, channel::Document(arguments.json),
                                 seconds, arguments.call},
            channel::max_line);
        open[id] = call;
    } catch (const ToolError& error) {
        if (error.code != Code::too_large)
            throw;
        end(id, call,
            calls::failed(
                {Code::too_large, "the arguments are too large for the host"}, &redaction));
    }
    return true;
}

void HostTools::end(calls::CallId id, const Open& call, calls::ToolAnswer answer, std::size_t bytes)
{
    answer.sandbox = {{"level", "unknown"}, {"by", "host"}};
    calls::ToolResult result {.answer = std::move(answer)};
    result.duration
        = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - call.begun);
    result.output_bytes = bytes;
    ended[id] = std::move(result);
}

void HostTools::cancel(calls::CallId id, calls::Cancelled why)
{
    const auto found = open.find(id);
    if (found == open.end())
        return;
    const Open call = found->second;
    open.erase(found);
    const std::string end_of_call
        = why == calls::Cancelled::call ? " was cancelled" : " was interrupted";
    end(id, call,
        calls::failed({Code::internal,
                          text::in_quotes(call.tool->name) + end_of_call
                              + ": whether the host has done anything is not known"},
            &redaction));
    asks.close(call.ask, channel::AskedState::withdrawn); // last: it throws if the host is gone
}

void HostTools::watch(system::Watch& watch) const
{
    if (!ended.empty() || asks.has_answers())
        watch.until(Clock::now());
    for (const auto& [id, call] : open)
        watch.until(call.begun + call.tool->timeout);
}

// Accepts an output that is an array of text and image parts in the form of a say, with at least
// one valid image; a text lists the images that are too many or too large. Returns false, and
// accepts nothing, for any other output.
static bool take_parts(const Json& output, calls::ToolAnswer& answer)
{
    std::string text;
    std::vector<model::SharedImage> images;
    text::ImageCount shown;
    bool has_image = false;
    for (const Json& part : output) {
        const std::string type = json::string_member(part, "type");
        const Json& url = json::member(json::member(part, "image_url"), "url");
        if (type == "text" && json::member(part, "text").is_string()) {
            text += (text.empty() ? "" : "\n") + json::string_member(part, "text");
            continue;
        }
        if (type != "image_url" || !url.is_string())
            return false;
        const model::SharedImage image = model::image_of_url(url.get<std::string>());
        if (image->type.empty())
            return false;
        const std::string problem = model::why_not_shown(*image, shown);
        text += (text.empty() ? "[image: " : "\n[image: ") + model::words_about(*image)
            + ", sha256 " + image->sha256
            + (problem.empty() ? "]" : ", not shown: " + problem + "]");
        has_image = true;
        if (problem.empty())
            images.push_back(image);
    }
    if (!output.is_array() || !has_image)
        return false;
    answer.content = std::move(text);
    answer.images = std::move(images);
    return true;
}

// An error of the host is returned as the tool's answer, as for every tool.
static calls::ToolAnswer answer_of_host(const Asks::Answer& given, const std::string& tool)
{
    calls::ToolAnswer answer;
    if (const auto* const given_output = std::get_if<channel::OutputAnswer>(&given)) {
        const Json& output = given_output->output.json(); // plain text is passed unchanged
        if (take_parts(output, answer))
            return answer;
        answer.content = output.is_string() ? output.get<std::string>() : output.dump();
        return answer;
    }
    const channel::AnsweredError& error = std::get<channel::ErrorAnswer>(given).error;
    answer.content = Json {{"error", error.message}, {"code", error.code}}.dump();
    answer.code = error.code;
    answer.failure = tool + " failed: " + error.message;
    return answer;
}

void HostTools::step()
{
    std::vector<std::string> late;
    for (auto at = open.begin(); at != open.end();) {
        const auto& [id, call] = *at;
        if (const auto given = asks.take(call.ask)) {
            calls::ToolAnswer answer = answer_of_host(*given, call.tool->name);
            const std::size_t bytes = answer.content.size();
            end(id, call, std::move(answer), bytes);
        } else if (Clock::now() >= call.begun + call.tool->timeout) {
            late.push_back(call.ask);
            end(id, call,
                calls::failed(
                    {Code::timed_out,
                        text::in_quotes(call.tool->name) + " was not answered by the host within "
                            + text::duration_text(call.tool->timeout)},
                    &redaction));
        } else {
            ++at;
            continue;
        }
        at = open.erase(at);
    }
    for (const auto& ask : late) // last: it throws if the host is gone
        asks.close(ask, channel::AskedState::timed_out);
}

std::optional<calls::ToolResult> HostTools::take(calls::CallId id)
{
    auto taken = ended.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

}
