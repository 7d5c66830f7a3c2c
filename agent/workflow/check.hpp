#pragma once

#include "agent/workflow/expression.hpp"
#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"
#include "agent/workflow/template.hpp"

#include <map>
#include <vector>

namespace agent::workflow {

constexpr std::size_t max_steps = 1000;

// The compiled templates and expressions of a workflow, by the node of the file that contains them.
struct Compiled {
    std::map<const YamlNode*, FieldTemplate> texts = {};
    std::map<const YamlNode*, ValueTemplate> values = {};
    std::map<const YamlNode*, std::vector<FieldTemplate>> lists = {};
    std::map<const YamlNode*, ConditionField> conditions = {};
    std::map<const YamlNode*, SecondsField> seconds = {};
};

// Checks the rules between the fields of a workflow, and compiles every template. Adds errors to
// `problems`; the result is complete if there are none.
Compiled check_workflow(const Workflow& workflow, const WorkflowFile& file, Problems& problems);

}
