#include "agent/workflow/names.hpp"

#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace agent::workflow {

using agent::liquid::Reference;
using agent::liquid::TemplateError;
using namespace toolkit;

static std::vector<std::string> roots_of(const Names& names)
{
    std::vector<std::string> roots {"params", "steps", "step", "env", "workspace", "run", "now"};
    if (!names.items.empty() || names.repeats > 0)
        roots.emplace_back("index");
    if (names.is_in_finally)
        roots.emplace_back("workflow");
    if (names.has_agent)
        roots.emplace_back("agent");
    if (names.has_result)
        roots.emplace_back("result");
    roots.insert(roots.end(), names.items.begin(), names.items.end());
    return roots;
}

namespace {

struct Finding {
    std::string message;
    std::string hint = {};
};
using Found = std::optional<Finding>;

}

static std::vector<std::string> keys_of(const auto& map)
{
    std::vector<std::string> keys;
    keys.reserve(map.size());
    for (const auto& entry : map)
        keys.push_back(entry.first);
    return keys;
}

static Found about_parameter(const std::string& name, const Names& names)
{
    if (names.parameters.contains(name))
        return std::nullopt;
    return Finding {"there is no parameter " + text::in_quotes(name),
        text::did_you_mean(name, keys_of(names.parameters))};
}

static std::vector<std::string> ended_steps(const Names& names)
{
    std::vector<std::string> ended;
    for (const auto& [id, state] : names.steps)
        if (state == Names::Step::has_ended)
            ended.push_back(id);
    return ended;
}

static Found about_field_of_step(const std::string& name)
{
    static constexpr std::array<std::string_view, 12> fields {"status", "output", "stdout",
        "stderr", "exit_code", "error", "attempts", "started_at", "ended_at", "duration_ms",
        "artifacts", "usage"};
    if (std::find(fields.begin(), fields.end(), name) != fields.end())
        return std::nullopt;
    return Finding {"the result of a step has no " + text::in_quotes(name),
        text::did_you_mean(name, fields, "what it gave is `output`")};
}

// Checks `steps.ID.output.MEMBER`. An object has also the `size` of Liquid.
static Found about_output(const Reference& reference, const Names& names)
{
    constexpr std::size_t field = 2;
    constexpr std::size_t member = 3;
    if (reference.names.size() <= member || reference.names[field] != "output")
        return std::nullopt;
    const auto known = names.outputs.find(reference.names[1]);
    const std::string& name = reference.names[member];
    if (known == names.outputs.end() || known->second.contains(name) || name == "size")
        return std::nullopt;
    const std::vector<std::string> members(known->second.begin(), known->second.end());
    return Finding {"the output of the step " + text::in_quotes(reference.names[1]) + " has no "
            + text::in_quotes(name),
        text::did_you_mean(name, members)};
}

static Found about_step(const Reference& reference, const Names& names)
{
    const std::string& id = reference.names[1];
    const auto found = names.steps.find(id);
    if (found == names.steps.end())
        return Finding {
            "there is no step " + text::in_quotes(id), text::did_you_mean(id, ended_steps(names))};
    const std::string step = "the step " + text::in_quotes(id);
    switch (found->second) {
    case Names::Step::has_ended: break;
    case Names::Step::is_later:
        return Finding {step + " has not ended here", "steps run from top to bottom"};
    case Names::Step::in_other_foreach:
        return Finding {step + " is inside a foreach, once for each item",
            "use the `output` of the foreach, which has `results`"};
    case Names::Step::in_other_branch:
        return Finding {step + " may run at the same time",
            "use the `output` of the parallel step after it, or 'needs' in its steps"};
    case Names::Step::in_several_branches:
        return Finding {"several branches have a step " + text::in_quotes(id),
            "use the `output` of the parallel step, which contains each branch by name"};
    }
    if (reference.names.size() < 3)
        return std::nullopt;
    const Found wrong_field = about_field_of_step(reference.names[2]);
    return wrong_field ? wrong_field : about_output(reference, names);
}

static Found about_variable(const std::string& name, const Names& names)
{
    if (names.environment.contains(name))
        return std::nullopt;
    return Finding {"the variable " + text::in_quotes(name) + " is not in `pass_env`",
        "add it to the file: pass_env: [" + name + "]"};
}

static Found about_secret(const Reference& reference, const Names& names, Secrets secrets)
{
    if (secrets == Secrets::refused)
        return Finding {"a secret can stand in values of `env` alone",
            "env: {token: \"{{ "
                + text::printable(
                    reference.names.size() > 1 ? "secrets." + reference.names[1] : "secrets.NAME")
                + " }}\"} in a step that runs a command"};
    if (reference.names.size() < 2)
        return Finding {"a secret has to be named", "write secrets.NAME"};
    if (names.secrets.contains(reference.names[1]))
        return std::nullopt;
    return Finding {"the variable " + text::in_quotes(reference.names[1]) + " is not in `secrets`",
        "add it to the file: secrets: [" + reference.names[1] + "]"};
}

// Checks a member of run or workflow, whose only members are run.id and workflow.status.
static Found about_member(const Reference& reference, std::string_view only)
{
    if (reference.names.size() < 2 || reference.names[1] == only)
        return std::nullopt;
    const std::string& root = reference.names[0];
    return Finding {text::in_quotes(root) + " has no " + text::in_quotes(reference.names[1]),
        "it has " + root + "." + std::string(only)};
}

static Found about_root(const Reference& reference, const Names& names)
{
    const std::string& root = reference.names.front();
    const auto roots = roots_of(names);
    if (std::find(roots.begin(), roots.end(), root) != roots.end())
        return std::nullopt;
    if (root == "item")
        return Finding {"'item' exists inside a foreach alone"};
    if (root == "index")
        return Finding {"'index' exists inside a foreach or a repeat alone"};
    if (root == "agent")
        return Finding {"'agent' exists in the llm steps that have an agent alone"};
    if (root == "workflow")
        return Finding {"'workflow' exists in `finally` alone"};
    if (root == "result")
        return Finding {"'result' exists in `retry.when` alone"};
    if (names.parameters.contains(root))
        return Finding {"there is no " + text::in_quotes(root), "write params." + root};
    if (names.steps.contains(root))
        return Finding {"there is no " + text::in_quotes(root), "write steps." + root};
    return Finding {"there is no " + text::in_quotes(root),
        text::did_you_mean(root, roots, "values are params.NAME, steps.ID.output, env.NAME")};
}

static Found about(const Reference& reference, const Names& names, Secrets secrets)
{
    if (reference.names.empty())
        return Finding {"a value cannot name a variable", "write its name, such as params.NAME"};
    const std::string& root = reference.names.front();
    const bool is_item
        = std::find(names.items.begin(), names.items.end(), root) != names.items.end();
    if (is_item)
        return std::nullopt;
    if (root == "secrets")
        return about_secret(reference, names, secrets);
    if (auto finding = about_root(reference, names))
        return finding;
    if (root == "run")
        return about_member(reference, "id");
    if (root == "workflow")
        return about_member(reference, "status");
    if (reference.names.size() < 2 && reference.has_number)
        return Finding {"the members of " + text::in_quotes(root) + " have names, not numbers",
            "write " + root + ".NAME"};
    if (reference.names.size() < 2)
        return std::nullopt;
    if (root == "params")
        return about_parameter(reference.names[1], names);
    if (root == "steps" || root == "step")
        return about_step(reference, names);
    if (root == "env")
        return about_variable(reference.names[1], names);
    return root == "result" ? about_field_of_step(reference.names[1]) : std::nullopt;
}

std::vector<TemplateError> wrong_references(
    const std::vector<Reference>& references, const Names& names, Secrets secrets)
{
    std::vector<TemplateError> wrong;
    for (const auto& reference : references)
        if (const auto found = about(reference, names, secrets))
            wrong.push_back(agent::liquid::wrong(reference.offset, found->message, found->hint));
    return wrong;
}

std::vector<TemplateError> wrong_assignments(
    const std::vector<Reference>& assigned, const Names& names)
{
    if (assigned.empty()) // the usual case
        return {};
    auto roots = roots_of(names);
    roots.emplace_back("secrets");
    std::vector<TemplateError> wrong;
    for (const auto& one : assigned)
        if (std::find(roots.begin(), roots.end(), one.names.front()) != roots.end())
            wrong.push_back(agent::liquid::wrong(one.offset,
                "a template cannot assign " + text::in_quotes(one.names.front()),
                "use another name"));
    return wrong;
}

}
