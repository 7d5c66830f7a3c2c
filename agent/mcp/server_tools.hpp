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

// Returns the pins of what a server currently offers.
Pins pins_seen(const std::string& server, const ServerInfo& introduction, const Json& list);

// The tools of one server that are offered to the model: those that are pinned, as long as the
// server's definitions are unchanged. An offered tool keeps its position and its address.
class ServerTools {
public:
    using Note = std::function<void(std::string_view text)>;

    struct Dependencies {
        const PinStore& store;
        audit::Audit& audit;
        Note note; // receives messages for the operator
    };

    // Loads the pins. If they exist, tools are offered before the server has started. Throws
    // BAD_REQUEST if they cannot be trusted.
    ServerTools(
        const ServerEntry& entry, const std::set<std::string>& taken, const Dependencies& by);

    bool is_pinned() const { return pins.has_value(); }
    // Returns the era in the pins; nullopt if nothing is pinned.
    std::optional<Era> era() const;

    // Takes what the server offers now: pins it if nothing was pinned, otherwise withholds what
    // differs from the pins.
    void look(const ServerInfo& introduction, const Json& list, bool is_cut);

    // Return the offered tools; has() is true if `tool` is one of them.
    const std::vector<std::unique_ptr<ServerTool>>& offered() const { return tools; }
    bool has(const calls::OfferedTool& tool) const;

    // Returns a hash of the definition, the entry and the sandbox; empty if the tool is not of this
    // server.
    std::string identity_of(const calls::OfferedTool& tool) const;

    bool has_resources() const { return entry.offers_resources && pins && pins->has_resources; }

    // Returns the instructions for the model if the entry allows them and they match the pins;
    // empty otherwise.
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
    std::vector<std::unique_ptr<ServerTool>> former; // no longer offered
    std::set<std::string> told; // lines already shown to the operator
};

}
