#pragma once

#include <optional>
#include <string>
#include <vector>

namespace agent::trust {

// Something in a directory, which anybody may have written, that the operator has seen and trusts
// with exactly these bytes. Kept in trust.json of state_directory(), one entry for each kind,
// directory and name.
struct Trusted {
    std::string kind; // "manifest"
    std::string directory; // where it was found: absolute, links resolved, UTF-8
    std::string name; // of it there: "tools.json"
    std::string sha256; // of its bytes

    // The operator's answer about the access of an MCP server to this directory: "read", "write" or
    // "hidden"; empty if nobody was asked.
    std::string workspace = {};

    // Returns true if both are the same thing with the same bytes. Ignores the answers.
    friend bool operator==(const Trusted& one, const Trusted& other)
    {
        return one.kind == other.kind && one.directory == other.directory && one.name == other.name
            && one.sha256 == other.sha256;
    }
};

// All of these throw BAD_REQUEST if trust.json cannot be relied on: it cannot be read, is
// malformed, belongs to another user or can be written by others. Then nothing is trusted. If the
// file does not exist, nothing is trusted, either.

bool is_trusted(const Trusted& found);

// Returns the entry for these bytes, with its answer; nullopt if they are not trusted.
std::optional<Trusted> find_trusted(const Trusted& found);

std::vector<Trusted> list_trusted();

// Trusts these bytes, and ends the trust in other bytes of the same thing. Throws BAD_REQUEST if
// neither XDG_STATE_HOME nor HOME is set, or a path is not UTF-8.
void trust(const Trusted& found);

// Ends the trust in any bytes of this thing. Returns false if it was not trusted.
bool end_trust(const Trusted& found);

}
