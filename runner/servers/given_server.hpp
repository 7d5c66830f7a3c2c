#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

using namespace toolkit;

// Whose word a file is: the operator's, or that of anybody who can write into the workspace. What
// the operator's editor passes on needs no trust, and can't set more than what is anybody's.
enum class Whose { operators, editors, anybodys };

// An entry of a file with the keys of agentcli. Its variables are not replaced, and its values are
// not checked.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct GivenServer {
    std::string name; // short_name(), or short_name_with_hash() if another server has that
    std::string written_name; // as in the file: any characters
    std::string source; // the file, for messages
    Whose whose;
    // SHA-256 of the canonical form of the name and the whole entry as written, and of the format
    // of its file unless that is the usual one: the same entry has another meaning in another
    // format.
    std::string hash;
    Json entry; // only keys that are known, and that this file may set
    std::vector<std::string> ignored = {}; // the other keys
    std::vector<std::string> allow = {}; // globs of tools that another client calls without asking
    std::vector<std::string> variables = {}; // variables that replace inputs of another client
    std::optional<ToolError> problem = {}; // why the entry cannot be used
};

// Returns true if commands and files can call the server by this name: the short or the written
// name.
bool is_called(const GivenServer& server, const std::string& name);

// Returns true for `sandbox`, `secrets`, `readOnly`, `approve` and `allow`, which only a file of
// the operator can set.
bool is_key_of_operator(std::string_view key);

constexpr std::size_t max_server_name = 24;

// Returns a name of 1 to 24 letters, digits, '-' and '_', without two '_' in a row: the written one
// if it is such a name. Other characters become '_'. Of one that is longer, the part after the last
// '/' counts; one that is longer even then ends with a hash.
std::string short_name(const std::string& written);

// The same with a hash of the written name at its end, for names that would be equal otherwise.
std::string short_name_with_hash(const std::string& written);

constexpr std::size_t max_servers = 1 << 20; // bytes of a file

// What a file says about servers.
struct GivenServers {
    std::vector<GivenServer> servers; // in the order of the file
    std::vector<std::string> notes; // lines for the operator: what is ignored in it
};

// Returns the servers in a configuration of agentcli or of another client (runner/clients). `path`
// names the file in messages and determines its language. A note names each ignored key once; these
// include the keys of is_key_of_operator() unless the file is the operator's. The names of the
// servers are different. Throws BAD_REQUEST naming the file if the text cannot be parsed, or an
// object has a key twice. An error in one entry is the `problem` of that entry.
GivenServers servers_in(std::string_view text, const std::string& path, Whose whose);

// Does the same for a document that is already parsed.
GivenServers servers_in_document(const Json& document, const std::string& path, Whose whose);

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
