#pragma once

#include "runner/workflow/yaml.hpp"

#include <string>
#include <vector>

namespace runner::workflow {

// The files of the workspace that match the patterns, as [{path, bytes, sha256}] in order. Throws
// NOT_FOUND for a pattern that none matches.
Json artifacts_of(const std::vector<YamlNode>& patterns);

// The items of a file of the workspace: its lines, or what each of them is as JSON. Throws what
// reading a file throws, and BAD_REQUEST for a line that is not JSON.
std::vector<Json> items_of_file(const std::string& path, bool are_json);

}
