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

// A file that the operator is asked to trust, as the terminal shows it.
struct TrustedThing {
    trust::Trusted trusted; // with the hash of what was read
    std::function<std::vector<std::string>(std::size_t columns)> rows;
};

// A kind of file of a workspace that `agentcli trust FILE` can be given.
struct TrustedKind {
    bool (*is_place)(const std::string& path); // by the path alone
    trust::Trusted (*place)(const std::string& path); // without a hash; throws BAD_REQUEST
    TrustedThing (*read)(const std::string& path); // throws BAD_REQUEST
    const char* heading; // "the test that is to be trusted:"
    const char* without_trust; // how it is used without trust
};

// Returns JSON in printable ASCII, so that nothing of it can look like another line.
std::string in_ascii(const Json& value);

// Adds "WHAT NAME of DIRECTORY".
void add_heading(Rows& rows, const std::string& what, const trust::Trusted& trusted);

// Adds each line of the text in printable ASCII.
void add_text(Rows& rows, std::string_view text);

}
