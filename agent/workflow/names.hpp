#pragma once

#include "agent/liquid/template.hpp"
#include "agent/workflow/problems.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

enum class ParameterType { text, boolean, integer, number, choice, list, object };

// The names that templates and expressions can refer to at one place of a file. The checker has one
// object, and changes it from step to step.
struct Names {
    enum class Step { has_ended, is_later, in_other_foreach, in_other_branch, in_several_branches };

    std::map<std::string, ParameterType, std::less<>> parameters = {};
    std::map<std::string, Step, std::less<>> steps = {}; // all steps that have an id
    // The members of the output of steps, by id; only of steps whose output has no others.
    std::map<std::string, std::set<std::string, std::less<>>, std::less<>> outputs = {};
    std::set<std::string, std::less<>> environment = {}; // pass_env
    std::set<std::string, std::less<>> secrets = {};
    std::vector<std::string> items = {}; // `as` of each foreach around the place
    std::size_t repeats = 0; // around the place: `index` exists
    bool is_in_finally = false; // workflow.status exists
    bool has_agent = false; // `agent` exists: in an llm step that has one
    bool has_result = false; // `result` exists: in retry.when
};

// Returns the errors of references that cannot be resolved. References to secrets are allowed only
// in values of `env`.
enum class Secrets { allowed, refused };
std::vector<agent::liquid::TemplateError> wrong_references(
    const std::vector<agent::liquid::Reference>& references, const Names& names, Secrets secrets);

// Returns the errors of variables that a template assigns: their names must not be those of roots.
std::vector<agent::liquid::TemplateError> wrong_assignments(
    const std::vector<agent::liquid::Reference>& assigned, const Names& names);

}
