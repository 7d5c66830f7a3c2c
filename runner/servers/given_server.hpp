#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

using namespace toolkit;

// Who has written a file: the operator, or anybody who can write to the workspace. Servers from the
// operator's editor need no trust, but can set only the keys that a workspace file can.
enum class ConfigOrigin { operators, editors, anybodys };

// An entry of a file with the keys of agentcli. Its variables are not replaced, and its values are
// not checked.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct GivenServer {
    std::string name; // short_name(), or short_name_with_hash() if another server has that
    std::string written_name; // as written in the file; may contain any characters
    std::string source; // the file, for messages
    ConfigOrigin whose;
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
// if it is such a name. Other characters become '_'. A longer name is replaced by the part after
// its last '/', and if that is longer, too, it is cut and ends with a hash.
std::string short_name(const std::string& written);

// Returns such a name with a hash of the written name at its end, for names that would otherwise be
// equal.
std::string short_name_with_hash(const std::string& written);

constexpr std::size_t max_servers = 1 << 20; // bytes of a file

// The servers in a file.
struct GivenServers {
    std::vector<GivenServer> servers; // in the order of the file
    std::vector<std::string> notes; // lines for the operator: what is ignored in it
};

// Returns the servers in a configuration of agentcli or of another client (runner/clients). `path`
// names the file in messages and determines its language. A note names each ignored key once; these
// include the keys of is_key_of_operator() unless the file is the operator's. The names of the
// servers are different. Throws BAD_REQUEST naming the file if the text cannot be parsed, or an
// object has a key twice. An error in one entry is the `problem` of that entry.
GivenServers servers_in(std::string_view text, const std::string& path, ConfigOrigin whose);

// Does the same for a document that is already parsed.
GivenServers servers_in_document(const Json& document, const std::string& path, ConfigOrigin whose);

// An entry of ./.agentcli/config.json, which can disable a server, or some of its tools.
struct Narrowing {
    std::string name;
    bool is_disabled;
    std::vector<std::string> without; // globs of tools
};

// Returns the entries of mcpServers. Throws BAD_REQUEST naming the file if it contains more than
// {NAME: {"disabled", "without"}}.
std::vector<Narrowing> narrowings_in(std::string_view text, const std::string& path);

// Returns {"a":1,"b":…} with the names in order at each depth, so that their order in the file does
// not matter.
std::string canonical(const Json& json);

}
