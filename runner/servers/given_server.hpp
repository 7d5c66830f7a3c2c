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

// An entry of a file, in the keys of agentcli: nothing in it is expanded, and no value is checked.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct GivenServer {
    std::string name; // short_name(), or with a hash where others have that
    std::string written_name; // as the file has it: any characters
    std::string source; // the file, for messages
    Whose whose;
    // SHA-256 of the canonical form of the name and all of the entry as written, and of the form of
    // its file unless that is the usual one: the same entry has another meaning in another form.
    std::string hash;
    Json entry; // only keys that are known, and that this file may set
    std::vector<std::string> ignored = {}; // the other keys
    std::vector<std::string> allow = {}; // globs of tools that another client does not ask about
    std::vector<std::string> variables = {}; // that take the place of inputs of another client
    std::optional<ToolError> problem = {}; // the entry cannot be used
};

// True if commands and files can call the server by this name: the short one, or as it is written.
bool is_called(const GivenServer& server, const std::string& name);

// True for `sandbox`, `secrets`, `readOnly`, `approve` and `allow`, which only a file of the
// operator can set.
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
// is its name for messages, and tells its language. Ignored keys are named once; in a file of
// anybody's these are also `sandbox`, `secrets`, `readOnly`, `approve` and `allow`. The names of
// the servers are different. Throws BAD_REQUEST naming the file if the text cannot be parsed, or an
// object names something twice; what is wrong with one entry is its `problem`.
GivenServers servers_in(std::string_view text, const std::string& path, Whose whose);

// Returns the same for a document that has been parsed already.
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
