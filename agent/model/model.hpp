#pragma once

#include "agent/model/context_overflow.hpp"
#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace agent::model {

using namespace toolkit;

// Thrown if a server has read a request and refuses its messages (400, 413, 422, or any other error
// that says that the context is too small). The same messages would be refused again.
class RefusedMessages : public ToolError {
public:
    explicit RefusedMessages(ToolError error, std::optional<Overflow> overflow = {})
        : ToolError(std::move(error))
        , overflow(overflow)
    {
    }

    std::optional<Overflow> overflow; // set if the messages do not fit the context
};

// Thrown if a server responds with 429.
class TooManyRequests : public ToolError {
public:
    TooManyRequests(ToolError error, std::chrono::seconds retry_after)
        : ToolError(std::move(error))
        , retry_after(retry_after)
    {
    }

    std::chrono::seconds retry_after; // the wait that the server requests; 0 if unknown
};

// Thrown if a server responds with 401: it requires a key, or does not accept this one.
class KeyRefused : public ToolError {
public:
    explicit KeyRefused(ToolError error)
        : ToolError(std::move(error))
    {
    }
};

// Thrown if no connection to a server was made, because it refuses connections or its name is not
// known.
class Unreachable : public ToolError {
public:
    explicit Unreachable(ToolError error)
        : ToolError(std::move(error))
    {
    }
};

// Thrown if a server responds that it does not have the model.
class ModelMissing : public ToolError {
public:
    explicit ModelMissing(ToolError error)
        : ToolError(std::move(error))
    {
    }
};

// One reply of a model.
struct Reply {
    Message message; // has the role assistant
    std::string finish_reason; // "stop", "tool_calls", "length", …; may be empty
    Json usage; // as the server sent it; null if it sent none
    // The error of calls that cannot be used; `message` does not contain them. The loop throws it
    // after the reply has been counted.
    std::optional<ToolError> unusable_calls = {};
    std::string fallback = {}; // the fallback model, if it has replied instead of the chosen one
};

// Receives the pieces of a reply while it is streamed.
class ReplyListener {
public:
    ReplyListener() = default;
    ReplyListener(const ReplyListener&) = delete;
    ReplyListener& operator=(const ReplyListener&) = delete;
    virtual ~ReplyListener() = default;

    virtual void on_text(std::string_view piece) = 0;
    virtual void on_reasoning(std::string_view piece) = 0;

    // Receives a piece of the arguments of a call. `is_new`: it is the first one of the call.
    virtual void on_arguments(std::string_view /*piece*/, bool /*is_new*/) { }

    // True if text of this reply has been shown. The request must not be repeated then.
    virtual bool has_shown_text() const = 0;
};

// Continues conversations: a server, a recording, or a filter around another Model.
class Model {
public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;

    // Requests the next reply. Between calls `messages` may only grow at the end, by the last reply
    // and the results of tools; after any other change, call invalidate_messages() first.
    // `listener` receives the reply before it is returned, in pieces or as a whole. Throws
    // RefusedMessages, TIMED_OUT, or another ToolError such as IO_ERROR if there is no reply.
    virtual Reply ask(const Messages& messages, ReplyListener& listener) = 0;

    // Like ask(), for messages that are not part of the conversation, which is not affected. The
    // request offers no tools and sets no response format: the reply is text.
    virtual Reply ask_separately(const Messages& messages, ReplyListener& listener) = 0;

    // Like ask(), for a reply in this response_format. The request contains the tools, with a
    // tool_choice of "none".
    virtual Reply ask_for_format(
        const Messages& messages, const Json& format, ReplyListener& listener)
        = 0;

    // Asks the server for the context size of the model, in tokens. Returns 0 if it is not known.
    virtual std::int64_t context_window() { return 0; }

    // Must be called after messages that were already sent have been changed, replaced or removed:
    // discards what was kept of them for the next request.
    virtual void invalidate_messages() { }

    // Sets fields of all further requests, as in chat_request(). A field that is null is removed.
    virtual void change_request(const Json& /*fields*/) { }

    // Replaces the tools that further requests offer: an array as in chat_request(), or null for
    // none.
    virtual void offer_tools(const Json& /*tools*/) { }
};

}
