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

// The wire form of chat completions.

enum class Streaming { off, on };

// How many texts may end a reply: as many as OpenAI's servers take.
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
};

// What is sent, without its messages.
Json chat_request(const ChatSettings& settings, const std::vector<ToolSpec>& tools);

// Returns a message of the model's as histories, sessions and other servers take it: whatever a
// server has given it, its role is assistant, and its content is a text (that of its parts), or
// null. It has no other fields than name, refusal, tool_calls (unless there are none),
// reasoning_fields, reasoning_items_field and signature_field; and a call no others than id, type
// "function", function.name, function.arguments as a text ("parameters", if that is what the server
// has), and signature_field. Name and arguments may be those of the call itself. A function_call is
// the only call of a message that has no others, and so is an object in place of the array. Drops
// an entry that is not an object, or has neither name nor arguments while another one does.
Json as_assistant(Json message);

// Sets the message of a reply that came as this JSON and ended for the reason in the reply:
// as_assistant(), without the entries that are not calls. If read_message() refuses the calls, all
// are left out, and `unusable_calls` says why. Throws what read_message() throws for anything else.
void take_message(Reply& reply, Json given);

// Has the message, or a piece of one, tool_calls?
bool calls_tools(const Json& message);

// What came back; calls of another choice, if the first one has none. Throws UNSUPPORTED saying
// where it is not a chat completion, INTERNAL where it is an error.
Reply read_chat_response(std::string_view body);

// What an error's body says: error.message, error or message where it is JSON, else the text
// itself; at most 1,000 characters.
std::string read_chat_error(std::string_view body);

// All that it says, to be redacted before it is cut: as long as the body.
std::string whole_chat_error(std::string_view body);

// At most 1,000 bytes of what a server says and an ellipsis, as UTF-8.
std::string shortened_error(const std::string& text);

// All that an answer says which is parsed already.
std::string error_in(const Json& answer);

// Does an answer with status 200, or an event, say that something went wrong?
bool is_error(const Json& answer);

// The error that an answer with status 200, or an event, is, with all that it says.
ToolError answered_error(const Json& answer);

// The same if nothing of a message came before: IO_ERROR if its code is a status after which a
// request is sent again.
ToolError failed_request(const Json& answer);

// May a request that was answered with this status succeed the next time?
bool is_passing(int status);

// error.code of an error's body as a text; empty where there is none.
std::string error_code(std::string_view body);

// Throws INTERNAL if the server has given up in the middle of this reply, by its finish_reason.
void require_no_failure(const Reply& reply);

// The field that an error's body says it is about (error.param); empty where it says none.
std::string refused_field(std::string_view body);

// Where servers put reasoning.
inline constexpr std::array reasoning_fields {
    "reasoning_content", "reasoning_details", "reasoning", "thinking_blocks"};

// Gemini's signatures of thoughts, of a message or a call: it refuses calls that come back without
// them.
inline constexpr const char* signature_field = "extra_content";

// What a message, or a piece of one, tells of the model's reasoning: servers call it
// reasoning_content or reasoning, or have it in parts of the content. Empty where it tells nothing.
std::string reasoning_of(const Json& message);

// The text of a message; of its parts, where it comes in parts. Empty where it has none.
std::string text_of(const Json& message);

// Passes the reasoning and the text of a message to a listener.
void tell(Listener& listener, const Message& message);

}
