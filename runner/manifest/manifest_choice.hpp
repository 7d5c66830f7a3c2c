#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/trust/trust.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::manifest {

using namespace agent::trust;
using namespace agent;

// A manifest in a directory that others may be able to write. It is read once, so that the bytes
// that are hashed, shown and used are the same.
struct FoundManifest {
    std::string text;
    Trusted trusted; // what the operator is asked to trust
};

// Returns where the manifest at this path is, without its content and hash. Throws BAD_REQUEST if
// its name is not tools.json: a manifest of any other name is never found automatically, so it
// needs no trust.
Trusted place_of_manifest(const std::string& path);

// Reads the manifest. Throws system_error(), NOT_FILE if it is not a regular file, or TOO_LARGE.
FoundManifest read_found_manifest(const std::string& path);

// The manifest that the command line selects.
struct ManifestChoice {
    std::vector<calls::ManifestTool> tools;
    // Absolute paths of files that tools must not change: the manifest, one that was looked for but
    // does not exist, and the files that commands and flags name.
    std::vector<std::string> obeyed;
    // A line for the operator if the manifest may not be the expected one; otherwise empty.
    std::string note;
    // Names of all tools in the manifest, including those that were not chosen.
    std::vector<std::string> names = {};
    std::vector<std::string> launcher = {}; // calls::ManifestTools::launcher
    std::vector<calls::ManifestTool> for_operator = {}; // tools that are not offered to models
    // The tool with which a model uses agents, if there are any.
    std::optional<calls::ManifestTool> agent_tool = {};
    // The names of the tools for the operator: to undo changes, read a file, list a directory, and
    // run a command. Empty if the manifest has no such tool.
    std::string undo = {};
    std::string read = {};
    std::string list = {};
    std::string run = {};
};

// Returns the absolute path. Returns it unchanged if the current directory no longer exists.
std::string absolute_path(const std::string& path);

// Returns the absolute paths of the files that the arguments of a command name, as words or as
// values of flags. With Missing::added, this includes missing files whose word contains a '/' and
// whose directory exists. Relative paths begin in the current directory, in which tools run.
enum class Missing { left_out, added };
std::vector<std::string> files_named_by(const std::vector<std::string>& command, Missing missing);

// Returns the absolute path of a manifest that the operator has named. An empty string and "none"
// are returned unchanged.
std::string absolute_manifest(const std::string& named);

// Returns the manifest `named` by the operator, or one without tools if that is "none". If `named`
// is empty, returns ./tools.json if it is trusted, otherwise the installed manifest, otherwise one
// without tools. Nothing from an untrusted manifest is used. Throws BAD_REQUEST like
// load_manifest() and is_trusted().
ManifestChoice choose_manifest(const std::string& named);

}
