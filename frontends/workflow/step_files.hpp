#pragma once

#include "agent/workflow/yaml.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent::workflow;

// Returns the files of the workspace that match the patterns, as [{path, bytes, sha256}] in order.
// Throws NOT_FOUND for a pattern without a match, and INTERNAL "interrupted".
Json artifacts_of(const std::vector<YamlNode>& patterns, system::Cancel& cancel);

// The maximum number of items of a foreach, and of lines of a stdout that is parsed.
constexpr std::size_t max_items = 200'000;

// Returns TOO_LARGE, "`whose` more than 200000 `what`".
ToolError too_many(const std::string& whose, const std::string& what);

// Returns the items of a file of the workspace: its lines, as texts or parsed as JSON. Throws as
// reading a file does, BAD_REQUEST for a line that is not JSON, TOO_LARGE, and INTERNAL
// "interrupted".
std::vector<Json> items_of_file(const std::string& path, bool are_json, system::Cancel& cancel);

}
