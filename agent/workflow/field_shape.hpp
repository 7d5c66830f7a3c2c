#pragma once

#include "agent/workflow/fields.hpp"
#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

// True if the value of a field has the shape of its row, apart from values that have fields of
// their own. Otherwise adds a problem.
bool fits_its_shape(const Field& field, Problems& problems);

// Returns the kind of a value for messages, such as "a list".
std::string found_in(const YamlNode& node);

// Joins names for messages: "text, json".
std::string joined_names(const std::vector<std::string_view>& names);

// Return the rows of the table of fields, in its order: those of a workflow and of every step,
// those of the kinds of steps, and those of lists of steps and repetitions.

std::vector<FieldRow> fields_of_input();
std::vector<FieldRow> fields_of_course();
std::vector<FieldRow> fields_of_bounds();
std::vector<FieldRow> fields_of_parameter();
std::vector<FieldRow> fields_of_limits();
std::vector<FieldRow> fields_of_concurrency();
std::vector<FieldRow> fields_of_step();
std::vector<FieldRow> fields_of_failure();
std::vector<FieldRow> fields_of_effects();
std::vector<FieldRow> kinds_of_step();
std::vector<FieldRow> fields_of_commands();
std::vector<FieldRow> fields_of_tool();
std::vector<FieldRow> fields_of_ask();
std::vector<FieldRow> fields_of_llm();
std::vector<FieldRow> fields_of_llm_limits();
std::vector<FieldRow> fields_of_prompt();
std::vector<FieldRow> fields_of_items();
std::vector<FieldRow> fields_of_foreach();
std::vector<FieldRow> fields_of_results();
std::vector<FieldRow> fields_of_parallel();
std::vector<FieldRow> fields_of_once();
std::vector<FieldRow> fields_of_repeat();
std::vector<FieldRow> fields_of_retry();
std::vector<FieldRow> fields_of_backoff();

}
