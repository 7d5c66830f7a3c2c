#pragma once

#include "agent/model/context_overflow.hpp"
#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace agent::model {

using namespace toolkit;

// Thrown where a server has read a request and refuses its messages (400, 413, 422, or any other
// error of a context that is too small): the same messages would be refused again.
class RefusedMessages : public ToolError {
public:
    explicit RefusedMessages(ToolError error, std::optional<Overflow> overflow = {})
        : ToolError(std::move(error))
        , overflow(overflow)
    {
    }

    std::optional<Overflow> overflow; // there if they do not fit the context
};

// What a model says next.
struct Reply {
    Message message; // the assistant's
    std::string finish_reason; // "stop", "tool_calls", "length", …; may be empty
    Json usage; // as it came; null where there is none
    // The error of calls that cannot be used; `message` does not have them. The loop throws it once
    // the reply has been counted.
    std::optional<ToolError> unusable_calls = {};
    std::string fallback = {}; // the model that has replied in place of the chosen one, if it did
};

// Whoever wants to know of a reply before it is whole.
class Listener {
public:
    Listener() = default;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    virtual ~Listener() = default;

    virtual void hear_text(std::string_view piece) = 0;
    virtual void hear_reasoning(std::string_view piece) = 0;

    // Has text of this reply been shown? Then it can't be asked for again.
    virtual bool has_shown_text() const = 0;
};

// Something that continues a conversation.
class Model {
public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;

    // `messages` grow from call to call: the reply's message and the tools' results are appended,
    // and earlier messages stay as they are.
    // `listener` hears the message before, in pieces or whole. Throws RefusedMessages, TIMED_OUT,
    // or IO_ERROR and its kin for any other reason why there is no reply.
    virtual Reply ask(const Messages& messages, Listener& listener) = 0;

    // The same of messages that stand beside the conversation: they do not continue from those
    // before, nor do those after them. Asks for text alone: the request offers no tools and names
    // no format of the answer.
    virtual Reply ask_aside(const Messages& messages, Listener& listener) = 0;

    // The same as ask(), for an answer by this response_format: the tools stand in the request, and
    // none is to be called.
    virtual Reply ask_for_format(const Messages& messages, const Json& format, Listener& listener)
        = 0;

    // Asks the server for the context size of the model, in tokens. Returns 0 if it is not known.
    virtual std::int64_t context_window() { return 0; }

    // Messages that were asked before are not what they were; as many of them are there.
    virtual void forget_messages() { }

    // From now on requests have these fields of chat_request(); null: without it.
    virtual void change_request(const Json& /*fields*/) { }

    // From now on these are offered, as chat_request() has them, in place of the tools before; null
    // for none.
    virtual void offer_tools(const Json& /*tools*/) { }
};

}
