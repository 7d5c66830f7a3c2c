#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/trust/trust.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::manifest {

using namespace agent::trust;
using namespace agent;

// A manifest that lies in a directory which anybody may have written. What is hashed, shown and
// obeyed are the bytes that were read once.
struct FoundManifest {
    std::string text;
    Trusted trusted; // what the operator would say yes to
};

// Where a manifest that is named so would be found; without its bytes and their hash. Throws
// BAD_REQUEST if its name is not tools.json, the only one that is looked for.
Trusted place_of_manifest(const std::string& path);

// Throws what system_error() makes of a failure, NOT_A_FILE if it is no regular file, or TOO_LARGE.
FoundManifest read_found_manifest(const std::string& path);

// The manifest that a command line means.
struct ManifestChoice {
    std::vector<calls::ManifestTool> tools;
    std::vector<std::string>
        // absolute: the manifest, one that was looked for in vain, and the files that commands and
        // flags name
        obeyed;
    std::string
        // a line for the operator if it is not the manifest that he may expect; otherwise empty
        note;
    std::vector<std::string> names = {}; // of all its tools, also those that were not chosen
    std::vector<std::string> launcher = {}; // calls::ManifestTools::launcher
    std::vector<calls::ManifestTool> for_operator = {}; // tools that no model is offered
    std::optional<calls::ManifestTool> agent_tool = {}; // by which agents work, if there are any
    // The names of the tools that serve the operator: that undoes changes, reads a file, lists
    // directories, and runs commands; empty for none.
    std::string undo = {};
    std::string read = {};
    std::string list = {};
    std::string run = {};
};

// The path as it is if the current directory is gone.
std::string absolute_path(const std::string& path);

// Returns the absolute paths of the files that the arguments of a command name, as words or as
// values of flags: those that exist, and if they are `added`, those with a '/' that are missing in
// a directory that exists. Relative ones are found from the current directory, in which tools run.
enum class Missing { left_out, added };
std::vector<std::string> files_named_by(const std::vector<std::string>& command, Missing missing);

// Returns the absolute path of a manifest that the operator has named. Empty and "none" stay.
std::string absolute_manifest(const std::string& named);

// Returns that of `named`, the operator's word, and no tools if it is "none". If it is empty:
// ./tools.json if that is trusted, otherwise the installed manifest, otherwise no tools. Nothing is
// used of a manifest that is not trusted. Throws BAD_REQUEST as load_manifest() and is_trusted()
// do.
ManifestChoice choose_manifest(const std::string& named);

}
