#include "agent/workflow/check.hpp"

#include "agent/workflow/check_step.hpp"
#include "agent/workflow/step_graph.hpp"
#include "agent/workflow/words.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace agent::workflow {

static ParameterType parameter_type(const std::string& name)
{
    return name == "bool"  ? ParameterType::boolean
        : name == "int"    ? ParameterType::integer
        : name == "float"  ? ParameterType::number
        : name == "enum"   ? ParameterType::choice
        : name == "list"   ? ParameterType::list
        : name == "object" ? ParameterType::object
                           : ParameterType::text;
}

static FieldClass class_of(Fill fill)
{
    return fill == Fill::value  ? FieldClass::value
        : fill == Fill::element ? FieldClass::element
        : fill == Fill::script  ? FieldClass::script
                                : FieldClass::text;
}

static std::set<std::string, std::less<>> members_of_schema(const Field& schema)
{
    const Json value
        = schema.node->kind == YamlNode::Kind::map ? schema.node->json() : Json::object();
    std::set<std::string, std::less<>> members;
    if (json::member(value, "additionalProperties") != false)
        return members;
    for (const auto& [name, property] : json::member(value, "properties").items())
        members.insert(name);
    return members;
}

// Returns the only members that the output of a step can have; empty if others are possible.
static std::set<std::string, std::less<>> members_of_output(
    const Step& step, const WorkflowFile& file)
{
    std::set<std::string, std::less<>> members;
    if (!step.fields.steps("fallback").empty() || !step.has_work())
        return members;
    if (step.kind == Kind::foreach)
        members = {"count", "ok", "failed", "skipped", "resultsFile"};
    if (step.kind == Kind::foreach && step.own().is_set("collect", true))
        members.insert("results");
    if (step.kind == Kind::parallel && step.own().find("branches") != nullptr)
        for (const auto& branch : step.own().find("branches")->lists)
            members.insert(branch.name);
    if (step.kind == Kind::parallel)
        for (const auto& inner : step.own().steps("steps"))
            members.insert(inner.id);
    if (step.kind == Kind::repeat)
        return {"count", "output"};
    if (step.kind == Kind::workflow)
        if (const Workflow* called = file.find(step.own().text("name")))
            if (const Field* outputs = called->fields.find("outputs"))
                members.insert(outputs->node->keys.begin(), outputs->node->keys.end());
    if (step.kind == Kind::llm)
        if (const Field* schema = step.own().find("output_schema"))
            members = members_of_schema(*schema);
    return members;
}

namespace {

// Walks through a workflow in the order in which it runs, and tracks what templates may refer to.
class WorkflowChecker {
public:
    WorkflowChecker(const Workflow& workflow, const WorkflowFile& file, Problems& problems);

    Compiled check();

private:
    template<class Steps>
    void note_ids(const Steps& steps, Names::Step state);
    template<class Steps>
    std::map<std::string, Names::Step> states_of(const Steps& steps) const;
    void check_work(const Step& step);
    void note_end(const Step& step);
    void check_steps(const std::vector<Step>& steps);
    void check_step(const Step& step);
    void check_foreach(const Step& step);
    void check_parallel(const Step& step);
    void check_graph(const Step& step);
    void check_repeat(const Step& step);
    void check_fields(const Block& block, const Step* step);
    void check_field(const Field& field, const Step* step);
    void check_list(const Field& field);
    void check_environment(const Field& field);
    void check_literal_field(const Field& field);

    const Workflow& workflow;
    const WorkflowFile& file;
    Problems& problems;
    Names names;
    Compiled compiled;
};

WorkflowChecker::WorkflowChecker(
    const Workflow& workflow, const WorkflowFile& file, Problems& problems)
    : workflow(workflow)
    , file(file)
    , problems(problems)
{
    for (const auto& parameter : workflow.parameters)
        names.parameters[parameter.name] = parameter_type(parameter.type);
    for (const auto& name : workflow.fields.texts("pass_env"))
        names.environment.insert(name);
    for (const auto& name : workflow.fields.texts("secrets"))
        names.secrets.insert(name);
}

// Sets the state of the ids of a step or of several, and of all steps in them.
template<class Steps>
void WorkflowChecker::note_ids(const Steps& steps, Names::Step state)
{
    for_each_step(steps, [&](const Step& step) {
        if (!step.id.empty())
            names.steps[step.id] = state;
    });
}

template<class Steps>
std::map<std::string, Names::Step> WorkflowChecker::states_of(const Steps& steps) const
{
    std::map<std::string, Names::Step> states;
    for_each_step(steps, [&](const Step& step) {
        if (!step.id.empty())
            states[step.id] = names.steps.find(step.id)->second;
    });
    return states;
}

void WorkflowChecker::check_environment(const Field& field)
{
    for (std::size_t i = 0; i < field.node->items.size(); ++i) {
        check_variable_name(field.node->keys[i], field.node->key_places[i], problems);
        compiled.texts.emplace(&field.node->items[i],
            environment_template(field.node->keys[i], field.node->items[i], names, problems));
    }
}

// Compiles a list of arguments. The first one of `argv` is the program, which must not be a
// template.
void WorkflowChecker::check_list(const Field& field)
{
    const bool is_argv = field.row->name == "argv";
    std::vector<FieldTemplate> list;
    if (field.node->kind == YamlNode::Kind::scalar) {
        const std::size_t known = problems.size();
        const auto words = words_of(*field.node, problems);
        list.reserve(words.size());
        for (const auto& word : words)
            list.emplace_back(word, FieldClass::element, names, problems);
        if (problems.size() > known)
            return;
    } else {
        list.reserve(field.node->items.size());
        for (const auto& item : field.node->items)
            list.emplace_back(item, FieldClass::element, names, problems);
    }
    if (is_argv && list.empty())
        add(problems, field.node->place, "'argv' is empty", "its first element is the program");
    if (is_argv && !list.empty() && !list.front().is_constant())
        add(problems, list.front().place(), "the program cannot come from a template",
            "write its name; arguments may be templates");
    compiled.lists.emplace(field.node, std::move(list));
}

void WorkflowChecker::check_literal_field(const Field& field)
{
    const FieldRow& row = *field.row;
    const bool is_name
        = row.shape == Shape::line && row.owner != Owner::parameter && row.name != "description";
    if (is_name)
        check_literal(*field.node, text::in_quotes(row.name), problems);
}

void WorkflowChecker::check_field(const Field& field, const Step* step)
{
    const FieldRow& row = *field.row;
    const YamlNode* node = field.node;
    switch (row.fill) {
    case Fill::nothing: check_literal_field(field); break;
    case Fill::variable: check_environment(field); break;
    case Fill::condition:
        names.has_result = row.owner == Owner::retry;
        compiled.conditions.emplace(node, ConditionField(*node, names, problems));
        names.has_result = false;
        break;
    case Fill::number: compiled.seconds.emplace(node, SecondsField(*node, names, problems)); break;
    case Fill::value:
        compiled.values.emplace(node, ValueTemplate(*node, FieldClass::value, names, problems));
        break;
    default:
        if (row.shape == Shape::words || row.shape == Shape::texts)
            check_list(field);
        else
            compiled.texts.emplace(node, FieldTemplate(*node, class_of(row.fill), names, problems));
    }
    for (const auto& block : field.blocks)
        check_fields(block, step);
}

void WorkflowChecker::check_fields(const Block& block, const Step* step)
{
    for (const auto& field : block.fields)
        if (field.lists.empty())
            check_field(field, step);
}

void WorkflowChecker::check_foreach(const Step& step)
{
    const Block& own = step.own();
    for (const char* name : {"items", "lines", "ndjson", "matrix"})
        if (const Field* field = own.find(name))
            check_field(*field, &step);
    names.items.push_back(own.text("as", "item"));
    if (const Field* key = own.find("key"))
        check_field(*key, &step);
    note_ids(own.steps("steps"), Names::Step::is_later); // another foreach may have the same ids
    check_steps(own.steps("steps"));
    if (const Field* result = own.find("result"))
        check_field(*result, &step);
    names.items.pop_back();
    note_ids(own.steps("steps"), Names::Step::in_other_foreach);
}

void WorkflowChecker::check_parallel(const Step& step)
{
    const Field* branches = step.own().find("branches");
    if (branches == nullptr)
        return check_graph(step);
    std::vector<std::map<std::string, Names::Step>> ends; // of each branch
    for (const auto& branch : branches->lists) {
        for (const auto& other : branches->lists)
            if (&other != &branch)
                note_ids(other.steps, Names::Step::in_other_branch);
        note_ids(branch.steps, Names::Step::is_later);
        check_steps(branch.steps);
        ends.push_back(states_of(branch.steps));
    }
    std::set<std::string> ended;
    for (const auto& end : ends)
        for (const auto& [id, state] : end)
            names.steps[id] = ended.insert(id).second ? state : Names::Step::in_several_branches;
}

// Checks steps that name those that they need: they see the results of these, and of those that
// these need.
void WorkflowChecker::check_graph(const Step& step)
{
    const auto& steps = step.own().steps("steps");
    const StepGraph graph(steps);
    std::map<std::string, Names::Step> ends;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        note_ids(steps, Names::Step::in_other_branch);
        for (const std::size_t needed : graph.needed_by(i))
            note_ids(steps[needed], Names::Step::has_ended);
        note_ids(steps[i], Names::Step::is_later);
        check_step(steps[i]);
        for (auto& [id, state] : states_of(steps[i]))
            ends[id] = state;
    }
    for (const auto& [id, state] : ends)
        names.steps[id] = state;
}

// The steps of the last pass stay visible afterwards.
void WorkflowChecker::check_repeat(const Step& step)
{
    const Block& own = step.own();
    ++names.repeats;
    check_steps(own.steps("steps"));
    if (const Field* until = own.find("until"))
        check_field(*until, &step);
    --names.repeats;
}

void WorkflowChecker::check_work(const Step& step)
{
    names.has_agent = step.kind == Kind::llm
        && (step.own().find("agent") != nullptr || workflow.fields.find("agent") != nullptr);
    check_field(step.work(), &step);
    names.has_agent = false;
}

void WorkflowChecker::note_end(const Step& step)
{
    names.steps[step.id] = Names::Step::has_ended;
    names.outputs.erase(step.id);
    if (auto members = members_of_output(step, file); !members.empty())
        names.outputs.emplace(step.id, std::move(members));
}

void WorkflowChecker::check_step(const Step& step)
{
    check_rules_of_step(step, file, problems);
    for (const auto& field : step.fields.fields)
        if (!field.row->is_kind && field.lists.empty())
            check_field(field, &step);
    if (step.has_work()) {
        if (step.kind == Kind::foreach)
            check_foreach(step);
        else if (step.kind == Kind::parallel)
            check_parallel(step);
        else if (step.kind == Kind::repeat)
            check_repeat(step);
        else
            check_work(step);
    }
    if (!step.id.empty())
        note_end(step);
    check_steps(step.fields.steps("fallback"));
}

void WorkflowChecker::check_steps(const std::vector<Step>& steps)
{
    for (const auto& step : steps) {
        if (const Field* needs = step.fields.find("needs"))
            add(problems, needs->place, "'needs' is for the steps of a 'parallel'",
                "these steps run from top to bottom");
        check_step(step);
    }
}

Compiled WorkflowChecker::check()
{
    check_rules_of_workflow(workflow, file, problems);
    note_ids(workflow.steps(), Names::Step::is_later);
    note_ids(workflow.final_steps(), Names::Step::is_later);
    for (const char* name : {"env", "concurrency"})
        if (const Field* field = workflow.fields.find(name))
            check_field(*field, nullptr);
    check_steps(workflow.steps());
    for (const char* name : {"result", "outputs"})
        if (const Field* field = workflow.fields.find(name))
            check_field(*field, nullptr);
    names.is_in_finally = true;
    check_steps(workflow.final_steps());
    return std::move(compiled);
}

}

Compiled check_workflow(const Workflow& workflow, const WorkflowFile& file, Problems& problems)
{
    return WorkflowChecker(workflow, file, problems).check();
}

}
