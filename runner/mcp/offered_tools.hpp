#pragma once

#include "runner/mcp/toolbelt.hpp"
#include "runner/options/options.hpp"
#include "runner/start/manifest_tools.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace runner::mcp {

// The tools that a toolbelt offers: those of the manifest as it was last read.
class OfferedTools {
public:
    // Throws BAD_REQUEST if there are none, or the manifest can't be used.
    OfferedTools(const options::Options& options, const start::ManifestTools::By& by);

    // Throws BAD_REQUEST if a tool can't be listed.
    Offer offer() const { return offer_of(*current); }

    // Reads the manifest again. Throws BAD_REQUEST if it can't be used: then nothing has changed.
    Offer reload();

    // The tools that were offered before, and have no calls under way, end with what they have left
    // running.
    void forget_old(const std::function<bool(const calls::ManifestSource&)>& is_used);

    // What they have to do without a call, too.
    void watch(system::Watch& watch) const;
    void step();

private:
    std::unique_ptr<start::ManifestTools> read() const;
    Offer offer_of(start::ManifestTools& tools) const;

    const options::Options& options;
    start::ManifestTools::By by;
    std::vector<std::unique_ptr<start::ManifestTools>> old;
    std::unique_ptr<start::ManifestTools> current;
};

}
