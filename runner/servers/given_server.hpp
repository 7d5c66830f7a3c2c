#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

using namespace toolkit;

// Whose word a file is: the operator's, or that of anybody who can write into the workspace. What
// the operator's editor passes on needs no trust, and can't set more than what is anybody's.
enum class Whose { operators, editors, anybodys };

// An entry of `mcpServers` as it is written: nothing in it is expanded, and no value is checked.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct GivenServer {
    std::string name;
    std::string source; // the file, for messages
    Whose whose;
    std::string hash; // SHA-256 of the canonical form of the name and all of the entry
    Json entry; // only keys that are known, and that this file may set
    std::vector<std::string> ignored = {}; // the other keys
};

constexpr std::size_t max_servers = 1 << 20; // bytes of a file

// What a file says about servers.
struct GivenServers {
    std::vector<GivenServer> servers; // in the order of the file
    std::vector<std::string> notes; // lines for the operator: what is ignored in it
};

// All of `mcpServers` in a file, of which `path` is the name for messages. Keys of other clients
// are named once; in a file of anybody's these are also `sandbox`, `secrets`, `readOnly` and
// `approve`. Throws BAD_REQUEST naming the file, and the server if it is about one, if the text is
// not JSON, an object names something twice, or a name can't be that of a server: it is 1 to 24
// letters, digits, '-' and '_', without "__".
GivenServers servers_in(std::string_view text, const std::string& path, Whose whose);

// What ./.agentcli/config.json does to a server: it can disable it, or some of its tools.
struct Narrowing {
    std::string name;
    bool is_disabled;
    std::vector<std::string> without; // globs of tools
};

// Throws BAD_REQUEST naming the file if it says more than {NAME: {"disabled", "without"}}.
std::vector<Narrowing> narrowings_in(std::string_view text, const std::string& path);

// {"a":1,"b":…}: names in order at each depth, so that only what is said counts.
std::string canonical(const Json& json);

}
