#pragma once

#include "agent/channel/events.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace frontends::acp {

using namespace toolkit;

namespace channel = agent::channel;

// Translates events of the run channel into the "update" of session/update. Does no input or
// output.
class Updates {
public:
    explicit Updates(std::string workspace)
        : workspace(std::move(workspace))
    {
    }

    // Store what later updates need.
    void keep(const channel::Hello& hello);
    void keep(const channel::Run& run);

    static Json of(const channel::Text& text);
    static Json of(const channel::Reasoning& reasoning);
    // Returns true if calls of the tool are shown as the plan: it is update_tasks of agentcli.
    bool is_plan(const std::string& tool) const;

    // Returns the plan that such a call sets; nullopt if its arguments are invalid.
    static std::optional<Json> plan_of(const channel::CallEvent& call);

    Json of(const channel::CallEvent& call) const;
    Json of(const channel::Result& result) const;

    // Returns nullopt if the context size of the model or the number of tokens is unknown.
    std::optional<Json> of(const channel::Usage& usage) const;

    // Returns the toolCall of session/request_permission. It contains what the call would change as
    // far as that is a diff. See permission.hpp.
    Json asked_call(const channel::ApprovalAsk& ask) const;

private:
    Json about(const std::string& tool, const Json& arguments) const;
    std::string kind_of(const std::string& tool) const;
    std::string title_of(const std::string& tool, const Json& arguments) const;

    std::string workspace;
    channel::Document effects; // an object by the names of tools, or null
    channel::Document displays; // an object by the names of tools, or null
    std::int64_t context_window = 0; // 0: not known
};

// Returns an update {"sessionUpdate": KIND, "content": {"type": "text", "text"}}.
Json chunk(const char* kind, const std::string& text);

// Returns {"type": "content", "content": {"type": "text", "text"}}.
Json text_block(const std::string& text);

// Returns the StopReason of a turn, or nullopt if it has failed.
std::optional<std::string> stop_reason(const channel::TurnEnds& turn);

}
