#pragma once

#include "agent/workflow/check.hpp"
#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <map>
#include <string>
#include <string_view>

namespace agent::workflow {

// A file of workflows that was read and checked by itself, with its problems.
struct CheckedFile {
    WorkflowFile file;
    std::map<std::string, Compiled> compiled = {}; // indexed by the names of its workflows
    Problems problems = {};
};

// The origin of a text.
struct FileOrigin {
    std::string path; // as shown to people
    std::string directory = {}; // the directory for paths in the file; empty: none
    bool is_trusted = true;
};

// Reads a file with one workflow, whose name is that of the file, or with several under the key
// `workflows`. Adds errors to the `problems` of the result.
CheckedFile read_workflows(std::string_view text, const FileOrigin& origin);

// Returns "review" for ".agentcli/workflows/review.yaml".
std::string name_of_file(std::string_view path);

// Reads the fields of a mapping by the table of fields. Values that do not fit are left out and
// added to `problems`. The result refers to `node`.
Block read_block(const YamlNode& node, Owner owner, Problems& problems);

}
