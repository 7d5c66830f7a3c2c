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

// The tools that a toolbelt offers: those of the manifest as it was last read, and those of other
// servers as they show them now.
class OfferedTools {
public:
    // `prompter` passes questions of servers on. Starts `servers`, and waits for them like
    // ServerSource::start(). Throws BAD_REQUEST if there are no tools, or the manifest can't be
    // used.
    OfferedTools(const options::Options& options, const start::ManifestTools::Dependencies& by,
        const std::vector<agent::mcp::ServerEntry>& servers,
        std::shared_ptr<agent::mcp::QuestionPrompter> prompter);

    // Throws BAD_REQUEST if a tool can't be listed.
    Offer offer() { return offer_of(*current); }

    // Reads the manifest again. Throws BAD_REQUEST if it can't be used: then nothing has changed.
    Offer reload();

    // The tools that were offered before, and have no calls under way, end with what they have left
    // running.
    void discard_old(const std::function<bool(const calls::ManifestSource&)>& is_used);

    // Returns the prompts and resources of the servers; nullptr without servers.
    agent::mcp::ServerFeatures* features() { return servers ? &servers->features() : nullptr; }

    // What they have to do without a call, too.
    void watch(system::Watch& watch) const;

    // `changed` gets what is offered if it is something else since.
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
    std::unique_ptr<agent::mcp::ServerSource> servers; // null: none
    std::vector<const calls::OfferedTool*> of_servers; // that are offered
};

}
