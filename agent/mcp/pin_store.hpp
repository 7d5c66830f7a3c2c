#pragma once

#include "agent/mcp/pins.hpp"
#include "toolkit/system/private_directory.hpp"

#include <optional>
#include <string>

namespace agent::mcp {

// Stores pins in one file for each entry, by its hash, in the directory `mcp` below state_folder(),
// which is outside every workspace. Every function throws BAD_REQUEST naming the file if it cannot
// be trusted: it cannot be read, is malformed, belongs to another user or can be changed by other
// users. The tools of the server are not offered then.
class PinStore {
public:
    explicit PinStore(std::string state_directory = system::state_directory());

    // Returns the pins of the entry with this hash; nullopt if the server was never seen.
    std::optional<Pins> find(const std::string& hash) const;

    // Stores `pins` unless pins exist already, for example from a concurrent run. Returns the
    // stored pins.
    Pins keep_first(const std::string& hash, const Pins& pins) const;

    // Replaces the stored pins atomically; the new content is synced to the disk first. Throws
    // TOO_LARGE if they exceed 16 MiB.
    void keep(const std::string& hash, const Pins& pins) const;

    // Deletes the pins, even if the file is damaged. Returns false if there were none.
    bool forget(const std::string& hash) const;

private:
    system::PrivateDirectory find_directory() const;
    system::PrivateDirectory make_directory() const;

    std::string state_directory;
};

}
