#pragma once

#include "agent/mcp/pins.hpp"
#include "toolkit/system/private_directory.hpp"

#include <optional>
#include <string>

namespace agent::mcp {

// Where pins are kept: a file for each entry, by its hash, in `mcp` of state_directory(). It is
// outside each workspace. All throw BAD_REQUEST naming the file if it cannot be relied on: it
// cannot be read, is malformed, belongs to another user or can be changed by other users. Then the
// server's tools are not offered.
class PinStore {
public:
    explicit PinStore(std::string state_directory = system::state_directory());

    // `hash` is that of a ServerEntry. Nothing if the server has not been seen.
    std::optional<Pins> find(const std::string& hash) const;

    // At the first look, pins these, unless another run has been first. Returns what is pinned now.
    Pins keep_first(const std::string& hash, const Pins& pins) const;

    // In place of what is pinned. Lasts, and is done in one step. Throws TOO_LARGE beyond 16 MiB.
    void keep(const std::string& hash, const Pins& pins) const;

    // Returns whether there were pins. A damaged file is removed, too.
    bool forget(const std::string& hash) const;

private:
    system::PrivateDirectory find_directory() const;
    system::PrivateDirectory make_directory() const;

    std::string state_directory;
};

}
