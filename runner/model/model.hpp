#pragma once

#include <nlohmann/json.hpp>

#include "toolkit/json.hpp"

#include <string>

// What a model says next.
struct Reply {
    Json message; // the assistant's, as it came: an object
    std::string finish_reason; // "stop", "tool_calls", "length", …; may be empty
    Json usage; // as it came; null where there is none
};

// Something that continues a conversation.
class Model {
public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;

    // `messages` is an array as chat completions have it, and grows from call to call: the reply's message
    // and the tools' results are appended. Throws TIMED_OUT, or IO_ERROR for any other reason why there is no
    // reply.
    virtual Reply ask(const Json& messages) = 0;
};
