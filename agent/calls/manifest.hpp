#pragma once

#include "agent/calls/schema.hpp"
#include "agent/model/tool_spec.hpp"
#include "toolkit/json/whole_json.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// What a call does.
enum class Effect { none, changes };

// A tool as tools.json declares it.
//   {"warning"?, "tools": [{"name", "description"?, "schema", "command", "timeoutSec"?, "env"?, "changesFiles"?, "effects"?, "aliases"?, "flags"?}]}
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ManifestTool : ToolSpec {
    std::vector<std::string> command; // argv as the manifest has it
    std::string program; // the executable: command[0] beneath the manifest's folder, or found on PATH
    std::optional<std::chrono::milliseconds> timeout;
    std::vector<std::string> env; // names of variables that are passed on, beside PATH and HOME
    bool changes_files = false; // calls are run alone, one after another
    Json effects; // what it can do, as --describe of our tools says it; null where the entry says nothing
    std::map<std::string, std::string> aliases; // names of fields that the tool takes too, by the schema's
    std::shared_ptr<const Schema> checked_schema; // what calls are checked by
};

// The part of each entry that is sent to the model.
std::vector<ToolSpec> specs_of(const std::vector<ManifestTool>& tools);

// Reads and checks a manifest. Throws BAD_REQUEST naming the tool and what is wrong with it, also for a field
// that is not known, and for one that an object has twice.
std::vector<ManifestTool> load_manifest(const std::string& path);

// The same of a text that was read before. `path` is for messages; programs are found beneath `folder`, which is absolute.
std::vector<ManifestTool> parse_manifest(
    const std::string& text, const std::string& path, const std::string& folder);

constexpr std::size_t largest_manifest = 16 << 20;
