#pragma once

#include "agent/mcp/server_source.hpp"
#include "frontends/mcp/toolbelt.hpp"
#include "runner/options/options.hpp"
#include "runner/start/manifest_tools.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace frontends::mcp {

using namespace runner;

// The tools that a toolbelt offers: those of the manifest as last read, and those that other
// servers offer at present.
class OfferedTools {
public:
    // `prompter` passes on questions of servers. Starts `servers` and waits for them like
    // ServerSource::start(). Throws BAD_REQUEST if there are no tools, or the manifest is invalid.
    OfferedTools(const options::Options& options, const start::ManifestTools::Dependencies& by,
        const std::vector<agent::mcp::ServerEntry>& servers,
        std::shared_ptr<agent::mcp::QuestionPrompter> prompter);

    // Returns what is offered now. Throws BAD_REQUEST if a tool can't be listed.
    Offer offer() { return offer_of(*current); }

    // Reads the manifest again. Throws BAD_REQUEST, and changes nothing, if it is invalid.
    Offer reload();

    // Discards the tools of earlier manifests unless `is_used` returns true for them, and ends what
    // their calls have left running.
    void discard_old(const std::function<bool(const calls::ManifestSource&)>& is_used);

    // Returns the prompts and resources of the servers; nullptr without servers.
    agent::mcp::ServerFeatures* features() { return servers ? &servers->features() : nullptr; }

    // Watches what the servers have to do while there is no call.
    void watch(system::Watch& watch) const;

    // Calls `changed` with the new offer if the tools have changed.
    void step(const std::function<void(Offer offer)>& changed);

private:
    std::unique_ptr<start::ManifestTools> read() const;
    void start_servers(const std::vector<agent::mcp::ServerEntry>& entries,
        std::shared_ptr<agent::mcp::QuestionPrompter> prompter);
    Offer offer_of(start::ManifestTools& tools);

    const options::Options& options;
    start::ManifestTools::Dependencies by;
    bool has_servers;
    std::vector<std::unique_ptr<start::ManifestTools>> old;
    std::unique_ptr<start::ManifestTools> current;
    std::unique_ptr<agent::mcp::ServerSource> servers; // null if there are none
    std::vector<const calls::OfferedTool*> of_servers; // tools that are offered
};

}
