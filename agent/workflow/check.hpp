#pragma once

#include "agent/workflow/expression.hpp"
#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"
#include "agent/workflow/template.hpp"

#include <map>
#include <vector>

namespace agent::workflow {

constexpr std::size_t max_steps = 1000;

// The templates and expressions of a workflow, by the value of the file in which they stand.
struct Compiled {
    std::map<const YamlNode*, FieldTemplate> texts = {};
    std::map<const YamlNode*, ValueTemplate> values = {};
    std::map<const YamlNode*, std::vector<FieldTemplate>> lists = {};
    std::map<const YamlNode*, ConditionField> conditions = {};
    std::map<const YamlNode*, SecondsField> seconds = {};
};

// Checks what the fields of a workflow say about each other, and every template. Adds what is wrong
// to `problems`; the result is complete if nothing is.
Compiled check_workflow(const Workflow& workflow, const WorkflowFile& file, Problems& problems);

}
