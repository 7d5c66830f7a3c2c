#pragma once

#include "agent/workflow/check.hpp"
#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <map>
#include <string>
#include <string_view>

namespace agent::workflow {

// A file of workflows that was read and checked by itself, and what is wrong with it.
struct CheckedFile {
    WorkflowFile file;
    std::map<std::string, Compiled> compiled = {}; // by the names of its workflows
    Problems problems = {};
};

// Where a text comes from.
struct FileOrigin {
    std::string path; // as it is shown
    std::string directory = {}; // of files beside it; empty: there are none
    bool is_trusted = true;
};

// One workflow, named as the file is, or those under the key `workflows`.
CheckedFile read_workflows(std::string_view text, const FileOrigin& origin);

// "review" of ".agentcli/workflows/review.yaml"
std::string name_of_file(std::string_view path);

// The fields of a mapping, by the table. What does not fit is a problem, and left out; nothing is
// thrown. The result refers to `node`.
Block read_block(const YamlNode& node, Owner owner, Problems& problems);

}
