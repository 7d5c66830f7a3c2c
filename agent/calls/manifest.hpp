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

// A tool as tools.json declares it.
//   {"warning"?, "roles"?, "operator"?,
//    "tools": [{"name", "description"?, "schema", "command", "timeoutSec"?, "env"?,
//   "changesFiles"?, "effects"?, "checksArguments"?, "display"?, "aliases"?,
//   "flags"?}]}
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ManifestTool : OfferedTool {
    std::vector<std::string> command; // argv as the manifest has it
    // The executable: command[0] beneath the manifest's directory, or found on PATH.
    std::string program;
    std::optional<std::chrono::milliseconds> timeout;
    std::vector<std::string> env; // names of variables that are passed on, beside PATH and HOME
    std::vector<std::string> settings = {}; // NAME=VALUE, which no manifest can say
};

// The directory that the tool works in, as its effects say it: relative to the current one.
std::string workspace_of(const ManifestTool& tool);

// The part of each entry that is sent to the model.
std::vector<model::ToolSpec> specs_of(const std::vector<ManifestTool>& tools);
std::vector<model::ToolSpec> specs_of(const std::vector<const OfferedTool*>& tools);

// Reads and checks a manifest. Throws BAD_REQUEST naming the tool and what is wrong with it, also
// for a field that is not known, and for one that an object has twice.
std::vector<ManifestTool> load_manifest(const std::string& path);

// The same of a text that was read before. `path` is for messages; programs are found beneath
// `folder`, which is absolute.
std::vector<ManifestTool> parse_manifest(
    const std::string& text, const std::string& path, const std::string& directory);

// The same with the tools of `operator`, which are never offered to a model: commands of the
// operator use them. Each name is given once in both lists.
struct ManifestTools {
    std::vector<ManifestTool> offered;
    std::vector<ManifestTool> for_operator;
    // The names of the tools that have these roles, in either list; may be empty.
    std::string undo;
    std::string read = {};
    std::string list = {};
    std::string run = {};
    // The command of the role `launch`, by which other programs are started in a sandbox: its flags
    // and `--` are added to it. Empty if the manifest names none or the program does not exist.
    std::vector<std::string> launcher = {};
};
ManifestTools parse_all_of_manifest(
    const std::string& text, const std::string& path, const std::string& directory);

// Returns the executable file that a command names: found on PATH, or, with a '/', beneath
// `directory`; empty if there is none.
std::string find_program(const std::string& command, const std::filesystem::path& directory);

constexpr std::size_t max_manifest = 16 << 20;

}
