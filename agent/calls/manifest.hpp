#pragma once

#include "agent/calls/offered_tool.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace agent::calls {

// A tool declared in a manifest such as tools.json:
//   {"warning"?, "roles"?, "operator"?,
//    "tools": [{"name", "description"?, "schema", "command", "timeoutSec"?, "env"?,
//   "changesFiles"?, "effects"?, "checksArguments"?, "display"?, "aliases"?,
//   "flags"?}]}
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ManifestTool : OfferedTool {
    std::vector<std::string> command; // argv as written in the manifest
    std::string program; // path of the executable, found for command[0] by find_program()
    std::optional<std::chrono::milliseconds> timeout;
    std::vector<std::string> env; // names of variables passed to the tool in addition to PATH etc.
    std::vector<std::string> settings = {}; // NAME=VALUE set by agentcli; no manifest field
};

// Returns the directory in which the tool works (effects.root), relative to the current directory;
// "." if its effects do not name one.
std::string workspace_of(const ManifestTool& tool);

// Returns the part of each tool that is sent to the model.
std::vector<model::ToolSpec> specs_of(const std::vector<ManifestTool>& tools);
std::vector<model::ToolSpec> specs_of(const std::vector<const OfferedTool*>& tools);

// Reads and checks a manifest of at most 16 MiB, and returns the tools offered to a model. Throws
// BAD_REQUEST naming the tool and the error, also for an unknown field and for a field given twice.
std::vector<ManifestTool> load_manifest(const std::string& path);

// Checks a manifest that has already been read, like load_manifest(). `path` is for messages.
// Programs with a relative path are looked for in `folder`, which is absolute.
std::vector<ManifestTool> parse_manifest(
    const std::string& text, const std::string& path, const std::string& directory);

// All tools of a manifest. No two of them, in either list, have the same name.
struct ManifestTools {
    std::vector<ManifestTool> offered; // tools for the model
    std::vector<ManifestTool> for_operator; // tools for commands of the operator only
    // Names of the tools with these roles, in either list; empty if no tool has the role.
    std::string undo;
    std::string read = {};
    std::string list = {};
    std::string run = {};
    // Command of the role `launch`, which starts other programs in a sandbox: add its flags, `--`
    // and the program. Empty if the manifest has no such role or the executable does not exist.
    std::vector<std::string> launcher = {};
};

// Checks a manifest, like parse_manifest(), and returns its tools for the operator as well.
ManifestTools parse_all_of_manifest(
    const std::string& text, const std::string& path, const std::string& directory);

// Returns the path of the executable for a command: looked for in the absolute directories of PATH
// or, if `command` contains a '/', in `directory`. Empty if there is none.
std::string find_program(const std::string& command, const std::filesystem::path& directory);

constexpr std::size_t max_manifest = 16 << 20; // bytes

}
