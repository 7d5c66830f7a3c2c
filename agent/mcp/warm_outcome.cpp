#include "agent/mcp/warm_outcome.hpp"

#include "toolkit/json/error_line.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::mcp {

// Returns the exit status that a process for a single call would have; see docs/contract.md.
static int exit_status(const std::string& error)
{
    try {
        const std::string code = json::string_member(json::members_in(error, {"code"}), "code");
        return code == system::wire_name(Code::bad_request)        ? 2
            : code == system::wire_name(Code::sandbox_unavailable) ? 3
                                                                   : 1;
    } catch (const ToolError&) { // not an error line
        return 1;
    }
}

static calls::Outcome failed(std::string error)
{
    calls::Outcome outcome {.end = calls::End::exited, .status = exit_status(error)};
    outcome.errors = std::move(error) + "\n";
    outcome.error_bytes = outcome.errors.size();
    return outcome;
}

static calls::Outcome failed(const ToolError& error)
{
    return failed(json::error_line(json::error_json(error)));
}

calls::Outcome outcome_of(const Response& response)
{
    if (response.error)
        return failed(ToolError(
            Code::internal, "the call was refused: " + text::printable(response.error->message)));
    const Json& end = json::member(json::member(response.result, "_meta"), toolkit::mcp::end_key);
    if (const Json& signal = json::member(end, "signal"); signal.is_number_integer())
        return {.end = calls::End::killed, .status = signal.get<int>()};
    if (json::member(end, "isTooLarge") == true)
        return {.end = calls::End::too_much_output};
    const Json& content = json::member(response.result, "content");
    const Json& text = content.is_array() && content.size() == 1 ? json::member(content[0], "text")
                                                                 : json::member(content, "text");
    if (!text.is_string())
        return failed(ToolError(Code::internal, "the call has no text as its result"));
    if (json::member(response.result, "isError") == true)
        return failed(text.get<std::string>());
    calls::Outcome outcome {.end = calls::End::exited, .output = text.get<std::string>() + "\n"};
    if (outcome.output.size() > calls::max_output)
        outcome.end = calls::End::too_much_output;
    return outcome;
}

}
