#include "agent/workflow/library.hpp"

#include "agent/workflow/parameters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::workflow {

static constexpr std::size_t max_call_depth = 8;

const CheckedFile& Library::add(const FoundFile& found)
{
    Entry& entry = files[found.path];
    if (!entry.file)
        entry = {std::make_unique<CheckedFile>(read_workflows(found)),
            found.trusted.kind.empty() ? found.source : Source::workspace}; // judged by its content
    return *entry.file;
}

Source Library::source_of(const CheckedFile& file) const
{
    const auto found = files.find(file.file.path);
    return found == files.end() ? Source::workspace : found->second.source;
}

static std::vector<std::string> names_in(const WorkflowFile& file)
{
    std::vector<std::string> names;
    for (const auto& workflow : file.workflows)
        names.push_back(workflow.name);
    return names;
}

static Chosen chosen_of(const CheckedFile& checked, const std::string& inner)
{
    const WorkflowFile& file = checked.file;
    if (file.workflows.empty()) // its problems give the reason
        return {&checked, nullptr};
    const std::string name = inner.empty() ? name_of_file(file.path) : inner;
    if (const Workflow* workflow = file.find(name))
        return {&checked, workflow};
    if (inner.empty() && file.workflows.size() == 1)
        return {&checked, &file.workflows.front()};
    std::string all;
    for (const auto& known : names_in(file))
        all += (all.empty() ? "" : ", ") + known;
    throw ToolError(Code::bad_request,
        inner.empty() ? text::in_quotes(file.path) + " has several workflows"
                      : text::in_quotes(file.path) + " has no workflow " + text::in_quotes(inner),
        "name one of them after a colon: " + all);
}

Chosen Library::choose(const std::string& name, NamedBy by)
{
    return choose(find_workflow(name, by));
}

Chosen Library::choose(const NamedWorkflow& found)
{
    return chosen_of(add(found.file), found.workflow);
}

Chosen Library::called_by(const CheckedFile& from, const std::string& name)
{
    if (const Workflow* sibling = from.file.find(name))
        return {&from, sibling};
    if (is_workflow_path(name))
        return choose(find_beside({from.file.directory, source_of(from)}, name));
    return choose(name, NamedBy::file);
}

static void check_values(const Step& step, const Workflow& called, Place place, Problems& problems)
{
    const Field* with = step.own().find("with");
    std::vector<std::string> names;
    for (const auto& parameter : called.parameters)
        names.push_back(parameter.name);
    const std::vector<std::string> given
        = with == nullptr ? std::vector<std::string>() : with->node->keys;
    for (std::size_t i = 0; i < given.size(); ++i)
        if (!text::contains(names, given[i]))
            workflow::add(problems, with->node->key_places[i],
                text::in_quotes(called.name) + " has no parameter " + text::in_quotes(given[i]),
                text::did_you_mean(given[i], names));
    for (const auto& parameter : called.parameters)
        if (parameter.is_required && !text::contains(given, parameter.name))
            workflow::add(problems, place,
                text::in_quotes(called.name) + " needs the parameter "
                    + text::in_quotes(parameter.name),
                parameter.help);
}

void Library::check_call(const Step& step, const Chosen& from, Place place, CallCheck& check)
{
    Problems& problems = check.problems;
    const Field* name = step.own().find("name");
    if (name == nullptr)
        return;
    const bool is_own = from.file == &check.reported;
    const Place here = is_own ? name->node->place : place;
    try {
        const Chosen called = called_by(*from.file, name->node->text);
        if (called.workflow == nullptr || !called.file->problems.empty()) {
            if (called.file != from.file)
                workflow::add(problems, here, text::in_quotes(name->node->text) + " is faulty",
                    "'agentcli workflow check " + called.file->file.path + "' says how");
            return;
        }
        if (!from.file->file.is_trusted && called.file->file.is_trusted)
            workflow::add(problems, here,
                "an untrusted workflow cannot call " + text::in_quotes(name->node->text)
                    + ", which is trusted");
        if (is_own)
            check_values(step, *called.workflow, here, problems);
        check_calls(called, here, check);
    } catch (const ToolError& error) {
        workflow::add(problems, here, error.message, error.hint);
    }
}

void Library::check_calls(const Chosen& chosen, Place place, CallCheck& check)
{
    Problems& problems = check.problems;
    auto& callers = check.callers;
    if (text::contains(callers, chosen.workflow))
        return workflow::add(
            problems, place, text::in_quotes(chosen.workflow->name) + " would call itself");
    if (callers.size() > max_call_depth)
        return workflow::add(problems, place, "workflows call each other more than 8 deep");
    callers.push_back(chosen.workflow);
    const auto visit = [&](const Step& step) {
        if (step.kind == Kind::workflow && step.has_work())
            check_call(step, chosen, place, check);
    };
    for_each_step(chosen.workflow->steps(), visit);
    for_each_step(chosen.workflow->final_steps(), visit);
    callers.pop_back();
}

Problems Library::problems_of(const CheckedFile& file)
{
    Problems problems = file.problems;
    for (const auto& workflow : file.file.workflows) {
        CallCheck check {file, problems};
        check_calls({&file, &workflow}, {}, check);
    }
    return problems;
}

static void add_called(std::vector<Chosen>& all, const Chosen& chosen, Library& library)
{
    all.push_back(chosen);
    const auto follow = [&](const Step& step) {
        if (step.kind == Kind::workflow)
            add_called(all, library.called_by(*chosen.file, step.own().text("name")), library);
    };
    for_each_step(chosen.workflow->steps(), follow);
    for_each_step(chosen.workflow->final_steps(), follow);
}

std::vector<Chosen> all_called_by(const Chosen& chosen, Library& library)
{
    std::vector<Chosen> all;
    add_called(all, chosen, library);
    return all;
}

std::string agent_of(const Step& step, const Workflow& workflow)
{
    return step.kind == Kind::llm ? step.own().text("agent", workflow.fields.text("agent")) : "";
}

std::vector<std::string> agents_in(const std::vector<Chosen>& workflows)
{
    std::vector<std::string> names;
    for (const auto& one : workflows) {
        const auto look = [&](const Step& step) {
            std::string name = agent_of(step, *one.workflow);
            if (!name.empty() && !text::contains(names, name))
                names.push_back(std::move(name));
        };
        for_each_step(one.workflow->steps(), look);
        for_each_step(one.workflow->final_steps(), look);
    }
    return names;
}

Chosen choose_trusted(const std::string& name, Library& library)
{
    const Chosen chosen = library.choose(name, NamedBy::file);
    const std::string& path = chosen.file->file.path;
    const Problems problems = told_of(library.problems_of(*chosen.file));
    if (!problems.empty())
        throw ToolError(Code::bad_request, line_of(path, problems.front()),
            "'agentcli workflow check " + path + "' lists all problems");
    if (!chosen.file->file.is_trusted)
        throw ToolError(Code::permission_denied,
            "the workflow " + text::in_quotes(path) + " is not trusted",
            "'agentcli trust " + path + "' shows it and asks");
    return chosen;
}

static const char* type_in_schema(const std::string& type)
{
    return type == "bool"  ? "boolean"
        : type == "int"    ? "integer"
        : type == "float"  ? "number"
        : type == "list"   ? "array"
        : type == "object" ? "object"
                           : "string";
}

static Json schema_of(const Parameter& parameter)
{
    Json schema {{"type", type_in_schema(parameter.type)}};
    if (!parameter.choices.empty())
        schema["enum"] = parameter.choices;
    if (!parameter.pattern.empty())
        schema["pattern"] = "^(?:" + parameter.pattern + ")$";
    if (parameter.min)
        schema["minimum"] = *parameter.min;
    if (parameter.max)
        schema["maximum"] = *parameter.max;
    if (!parameter.help.empty())
        schema["description"] = parameter.help;
    if (parameter.preset)
        schema["default"] = *parameter.preset;
    return schema;
}

Json offered_workflow(const std::string& name)
{
    Library library;
    const Chosen chosen = choose_trusted(name, library);
    Json properties = Json::object();
    Json required = Json::array();
    for (const auto& parameter : chosen.workflow->parameters) {
        properties[parameter.name] = schema_of(parameter);
        if (parameter.is_required)
            required.push_back(parameter.name);
    }
    return {{"description", chosen.workflow->description()},
        {"parameters",
            {{"type", "object"}, {"properties", properties}, {"required", required},
                {"additionalProperties", false}}}};
}

}
