#pragma once

#include <optional>
#include <string>
#include <vector>

namespace agent::trust {

// What the operator has looked at and said yes to: something that agentcli found in a directory
// which anybody may have written, and these very bytes of it. Kept in trust.json of state_folder(),
// one entry for each kind, directory and name.
struct Trusted {
    std::string kind; // "manifest"
    std::string directory; // where it was found: absolute, links resolved, UTF-8
    std::string name; // of it there: "tools.json"
    std::string sha256; // of its bytes

    // Of an MCP server, what the operator has answered about its access to this directory: "read",
    // "write", "hidden", or empty if nobody was asked.
    std::string workspace = {};

    // True if both are the same thing with the same bytes, whatever was answered.
    friend bool operator==(const Trusted& one, const Trusted& other)
    {
        return one.kind == other.kind && one.directory == other.directory && one.name == other.name
            && one.sha256 == other.sha256;
    }
};

// All of these throw BAD_REQUEST if trust.json cannot be relied on: it cannot be read, is
// malformed, belongs to another user or can be written by others. Then nothing is trusted. Without
// a file, or a place for one, nothing is either.

bool is_trusted(const Trusted& found);

// Returns the entry for these bytes, with what was answered, or nullopt.
std::optional<Trusted> find_trusted(const Trusted& found);

std::vector<Trusted> list_trusted();

// From now on these bytes, and no longer those that were trusted before. Throws BAD_REQUEST if
// there is no place for it.
void trust(const Trusted& found);

// Whatever its bytes were. Answers whether it was trusted.
bool end_trust(const Trusted& found);

}
