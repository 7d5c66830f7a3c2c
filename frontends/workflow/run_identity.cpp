#include "frontends/workflow/run_identity.hpp"

#include "agent/skills/prompt_file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"

#include <array>
#include <map>
#include <utility>

namespace frontends::workflow {

static constexpr std::size_t max_schema_file = 1 << 20;

// True for fields that do not change what a step does.
static bool is_about_people(std::string_view name)
{
    return name == "description" || name == "help" || name == "examples";
}

// Joins the fields in the order of their names, since their order in a file has no meaning.
static std::string text_of(const std::map<std::string, std::string>& fields)
{
    std::string text;
    for (const auto& [name, value] : fields)
        text += name + "\n" + std::to_string(value.size()) + "\n" + value;
    return text;
}

static std::string text_of(const Field& field)
{
    return field.node->json().dump(-1, ' ', false, Json::error_handler_t::replace);
}

static std::string text_of_workflow(const Chosen& chosen, Library& library);

// Returns the text of the files and the workflows that a step and the steps in it name.
static std::string text_of_named(const Step& step, const Chosen& chosen, Library& library)
{
    std::string text;
    const auto visit = [&](const Step& each) {
        if (each.kind == Kind::workflow)
            text += text_of_workflow(
                library.called_by(*chosen.file, each.own().text("name")), library);
        if (const Block* prompt = each.kind == Kind::llm ? each.own().block("prompt") : nullptr)
            if (const Field* file = prompt->find("file"))
                text += skills::find_prompt_file(file->node->text).text;
        const Field* schema = each.kind == Kind::llm ? each.own().find("output_schema") : nullptr;
        if (schema != nullptr && schema->node->kind == YamlNode::Kind::scalar)
            text += system::read_found_file(chosen.file->file.directory + "/" + schema->node->text,
                "the schema", max_schema_file);
    };
    for_each_step({step}, visit);
    return text;
}

static std::string text_of(const Step& step, const Chosen& chosen, Library& library)
{
    std::map<std::string, std::string> fields;
    for (const auto& field : step.fields.fields)
        if (!is_about_people(field.row->name))
            fields[std::string(field.row->name)] = text_of(field);
    return text_of(fields) + text_of_named(step, chosen, library);
}

// Returns the text of the settings of a workflow for all of its steps.
static std::string text_of_settings(const Workflow& workflow)
{
    static constexpr std::array names {"env", "pass_env", "secrets", "model", "agent"};
    std::map<std::string, std::string> fields;
    for (const char* name : names)
        if (const Field* field = workflow.fields.find(name))
            fields[name] = text_of(*field);
    return text_of(fields);
}

static std::string text_of_workflow(const Chosen& chosen, Library& library)
{
    const Workflow& workflow = *chosen.workflow;
    std::string text = text_of_settings(workflow);
    for (const auto* steps : {&workflow.steps(), &workflow.final_steps()})
        for (const auto& step : *steps)
            text += text_of(step, chosen, library);
    for (const char* name : {"result", "outputs", "parameters"})
        if (const Field* field = workflow.fields.find(name))
            text += text_of(*field);
    return text;
}

std::string digest_of(const Step& step, const Chosen& chosen, Library& library)
{
    return system::sha256(text_of_settings(*chosen.workflow) + text_of(step, chosen, library));
}

RunIdentity identity_of(
    const Chosen& chosen, Library& library, const Json& parameters, const std::string& shard)
{
    RunIdentity identity {.workflow = chosen.workflow->name,
        .sha256 = chosen.file->file.sha256,
        .parameters = system::sha256(
            parameters.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + shard),
        .steps = {},
        .values = parameters};
    const auto add = [&](const std::vector<Step>& steps, const std::string& where) {
        for (const auto& step : steps)
            identity.steps.push_back({where + step.name, digest_of(step, chosen, library)});
    };
    add(chosen.workflow->steps(), "");
    add(chosen.workflow->final_steps(), "finally.");
    return identity;
}

}
