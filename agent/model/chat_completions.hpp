#pragma once

#include "agent/model/message.hpp"
#include "agent/model/model.hpp"
#include "agent/model/tool_spec.hpp"
#include "toolkit/system/error.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Reads and writes the JSON of chat completions.

enum class Streaming { off, on };

// The maximum number of stop texts, which is that of OpenAI's servers.
inline constexpr std::size_t max_stops = 4;

struct ChatSettings {
    std::string model;
    std::optional<double> temperature = {}; // none: the server's own
    std::int64_t max_tokens = 0; // 0: the server's own limit
    Streaming streaming = Streaming::off;
    std::string reasoning_effort = {}; // empty: the server's own
    std::optional<double> top_p = {}; // none: the server's own
    std::vector<std::string> stops = {}; // at most max_stops
    std::optional<std::int64_t> seed = {};
    std::string fallback = {}; // the model that is asked if that one fails; empty: none
    std::optional<std::string> required_call = {}; // by the first reply; empty: any tool
    bool allows_parallel_calls = true;
};

// Returns the body of the first request, without its messages: further requests do not require a
// call (AdaptedRequest::end_required_call()).
Json chat_request(const ChatSettings& settings, const std::vector<ToolSpec>& tools);

// Returns a message of the model in the form that histories, sessions and other servers accept. The
// role is assistant, whatever the server sent. The content is a text (parts are joined to one) or
// null. Keeps only the fields name, refusal, tool_calls (unless there are none), reasoning_fields,
// reasoning_items_field and signature_field.
//
// Each call has an id, the type "function", function.name, function.arguments as a text, and
// signature_field if it came with one. Accepts "parameters" instead of "arguments", and a name and
// arguments that are members of the call itself. A function_call becomes the only call of a message
// without tool_calls; tool_calls may also be an object instead of an array. Drops an entry that is
// not an object, and one that has neither a name nor arguments if another entry has them.
Json as_assistant(Json message);

// Sets the message of the reply from the JSON that the server sent: as_assistant(), without its
// calls if leave_out_empty_calls() finds them empty. If read_message() refuses the calls, leaves
// out all of them and sets `unusable_calls` to the error. Throws what read_message() throws for any
// other defect.
void take_message(Reply& reply, Json given);

// True if the message, or a delta of one, has tool_calls.
bool calls_tools(const Json& message);

// Reads the body of a response. If the first choice has no calls, takes those of another one.
// Throws UNSUPPORTED if the body is not a chat completion, and IO_ERROR if its list of choices is
// empty, with the reason. If it is an error, throws as failed_request() does, or INTERNAL if it
// also has a part of the message.
Reply read_chat_response(std::string_view body);

// Returns the message in the body of an error: error.message, error or message if it is JSON, else
// the body itself. At most 1,000 bytes, as shortened_error() cuts it.
std::string read_chat_error(std::string_view body);

// Returns the whole message in the body of an error. It can be as long as the body: redact it
// first, and cut it then.
std::string whole_chat_error(std::string_view body);

// Returns at most the first 1,000 bytes of a server's message, as UTF-8, with an ellipsis if it was
// longer.
std::string shortened_error(const std::string& text);

// Like whole_chat_error(), for a body that is already parsed.
std::string error_in(const Json& answer);

// True if a response with status 200, or an event of a stream, reports an error.
bool is_error(const Json& answer);

// Returns the error that a response with status 200, or an event, reports: INTERNAL, with its whole
// message.
ToolError answered_error(const Json& answer);

// Like answered_error(), for an error before any part of a message. The code is IO_ERROR if the
// error is transient, so that the request may be sent again.
ToolError failed_request(const Json& answer);

// True if a request that failed with this HTTP status may succeed if it is sent again.
bool is_passing(int status);

// Returns error.code of an error's body as a text; empty if there is none.
std::string error_code(std::string_view body);

// Throws INTERNAL if the finish_reason says that the server gave up in the middle of the reply.
void require_no_failure(const Reply& reply);

// Returns the name of the field that an error's body is about (error.param); empty if it names no
// field.
std::string refused_field(std::string_view body);

// The fields of a message in which servers send the model's reasoning.
inline constexpr std::array reasoning_fields {
    "reasoning_content", "reasoning_details", "reasoning", "thinking_blocks"};

// The field with Gemini's thought signatures, of a message or a call. Gemini refuses calls that are
// sent back without it.
inline constexpr const char* signature_field = "extra_content";

// Returns the reasoning in a message or a delta: reasoning_content, reasoning, or the thinking
// parts of the content. Empty if there is no reasoning.
std::string reasoning_of(const Json& message);

// Returns the text of a message, or the joined texts of its parts. Empty if there is no text.
std::string text_of(const Json& message);

// Passes the reasoning and the text of a message to a listener.
void tell(ReplyListener& listener, const Message& message);

}
