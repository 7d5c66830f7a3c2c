#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>

namespace frontends::acp {

using namespace toolkit;

// Makes of events of the run channel what session/update says. Does no input or output.
class Updates {
public:
    explicit Updates(std::string workspace)
        : workspace(std::move(workspace))
    {
    }

    // What the events hello and run say is kept for those that follow.
    void learn(const Json& event);

    // Nothing if the editor is not told of it.
    std::optional<Json> of(const Json& event) const;

    // Returns the toolCall of session/request_permission, with what the call would change as far as
    // that consists of hunks. See permission.hpp.
    Json asked_call(const Json& ask) const;

    // A call of the model and its result, as events say them: also of a session that is loaded.
    Json call(const std::string& id, const std::string& tool, const Json& arguments) const;
    Json result(const Json& event) const;

private:
    Json about(const std::string& tool, const Json& arguments) const;
    const char* kind_of(const std::string& tool) const;
    std::optional<Json> usage(const Json& event) const;

    std::string workspace;
    Json effects = Json::object(); // by the name of a tool
    std::int64_t context_window = 0; // 0: not known
};

// {"sessionUpdate": KIND, "content": {"type": "text", "text"}}
Json chunk(const char* kind, const std::string& text);

// {"type": "content", "content": {"type": "text", "text"}}
Json text_block(const std::string& text);

// How a turn has ended, from its last event: a StopReason, or nothing if that is an error.
std::optional<std::string> stop_reason(const Json& event);

}
