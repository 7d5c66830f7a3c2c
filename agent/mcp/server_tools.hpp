#pragma once

#include "agent/audit/audit.hpp"
#include "agent/mcp/definitions.hpp"
#include "agent/mcp/pin_store.hpp"
#include "agent/mcp/server.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// What a server shows, as it is pinned.
Pins pins_seen(const std::string& server, const ServerInfo& introduction, const Json& list);

// The tools of one server that a model is offered: those that are pinned, as long as the server
// shows the same (C25). A tool that was offered once stays where it is.
class ServerTools {
public:
    using Note = std::function<void(std::string_view text)>;

    struct Dependencies {
        const PinStore& store;
        audit::Audit& audit;
        Note note; // hears what the operator should know
    };

    // Looks for pins; with them tools are offered before the server has started. Throws BAD_REQUEST
    // if they can't be relied on.
    ServerTools(
        const ServerEntry& entry, const std::set<std::string>& taken, const Dependencies& by);

    bool is_pinned() const { return pins.has_value(); }
    std::optional<Era> era() const;

    // What the server shows now: pins it if nothing was pinned, or withholds what is not the same.
    void look(const ServerInfo& introduction, const Json& list, bool is_cut);

    const std::vector<std::unique_ptr<ServerTool>>& offered() const { return tools; }
    bool has(const calls::OfferedTool& tool) const;

    // Returns a hash of the definition, the entry and the sandbox; empty for another tool.
    std::string identity_of(const calls::OfferedTool& tool) const;

    bool has_resources() const { return entry.offers_resources && pins && pins->has_resources; }

    // For the model, if the entry allows it and they are as pinned; empty otherwise.
    std::string instructions() const;

private:
    void offer(const std::vector<Pin>& same);
    void pin(const Pins& seen);
    void tell_difference(const Comparison& comparison);
    bool tell(const std::string& line);
    void tell_lost(const std::vector<LostTool>& lost);

    const ServerEntry& entry;
    const std::set<std::string>& taken;
    Dependencies by;
    std::optional<Pins> pins;
    bool has_same_instructions = true;
    std::vector<std::unique_ptr<ServerTool>> tools;
    std::vector<std::unique_ptr<ServerTool>> former; // that are offered no more
    std::set<std::string> told; // lines that the operator has read
};

}
