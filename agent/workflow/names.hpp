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

// What templates and expressions can refer to at one place of a file. The reader of the file keeps
// one, and changes it as it goes from step to step.
struct Names {
    enum class Step { has_ended, is_later, in_other_foreach, in_other_branch };

    std::map<std::string, ParameterType, std::less<>> parameters = {};
    std::map<std::string, Step, std::less<>> steps = {}; // all of the file that have an id
    std::set<std::string, std::less<>> environment = {}; // pass_env
    std::set<std::string, std::less<>> secrets = {};
    std::vector<std::string> items = {}; // `as` of each foreach around the place
    bool is_in_finally = false; // there is workflow.status
    bool has_result = false; // in retry.when
};

// Why references cannot be resolved, as errors of the template. Secrets can in values of `env`.
enum class Secrets { allowed, refused };
std::vector<agent::liquid::TemplateError> wrong_references(
    const std::vector<agent::liquid::Reference>& references, const Names& names, Secrets secrets);

// The same of the variables that a template makes: none has the name of a root.
std::vector<agent::liquid::TemplateError> wrong_assignments(
    const std::vector<agent::liquid::Reference>& assigned, const Names& names);

}
