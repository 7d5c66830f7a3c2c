#pragma once

#include "agent/trust/trust.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// A file that the operator is asked to trust.
struct TrustedThing {
    trust::Trusted trusted; // includes the hash of the bytes that were read
    std::function<std::vector<std::string>(std::size_t columns)> rows;
};

// A kind of file of a workspace that `agentcli trust FILE` can be given.
struct TrustedKind {
    bool (*is_place)(const std::string& path); // decides by the path only
    // returns the entry without a hash; throws BAD_REQUEST
    trust::Trusted (*place)(const std::string& path);
    TrustedThing (*read)(const std::string& path); // throws BAD_REQUEST
    const char* heading; // "the test that is to be trusted:"
    const char* without_trust; // how the file is used if it is not trusted
};

// Returns the value as JSON in printable ASCII, so that no part of it can look like another line.
std::string in_ascii(const Json& value);

// Adds a row "WHAT NAME of DIRECTORY".
void add_heading(Rows& rows, const std::string& what, const trust::Trusted& trusted);

// Adds each line of the text in printable ASCII.
void add_text(Rows& rows, std::string_view text);

}
