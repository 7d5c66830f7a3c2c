#include "agent/workflow/check_step.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/redaction/secret_names.hpp"
#include "agent/session/session.hpp"
#include "agent/workflow/check.hpp"
#include "agent/workflow/once.hpp"
#include "agent/workflow/step_graph.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace agent::workflow {

using namespace agent;

static constexpr std::size_t max_schema_bytes = 1 << 20;

void check_variable_name(const std::string& name, Place place, Problems& problems)
{
    const bool is_name = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0
        && name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
            == std::string::npos;
    if (!is_name)
        add(problems, place, text::in_quotes(name) + " is not a name of a variable",
            "letters, digits and _, not beginning with a digit");
}

// Adds a problem unless the step has exactly one of these fields.
static void check_one_of(
    const Step& step, const std::vector<std::string>& names, Problems& problems)
{
    const Field* found = nullptr;
    std::string list;
    for (const auto& name : names) {
        list += (list.empty() ? "'" : ", '") + name + "'";
        const Field* field = step.own().find(name);
        if (field != nullptr && found != nullptr)
            add(problems, field->place,
                text::in_quotes(name) + " and " + text::in_quotes(found->row->name)
                    + " cannot be combined",
                "give one of them");
        found = found == nullptr ? field : found;
    }
    if (found == nullptr && step.work().node->kind == YamlNode::Kind::map)
        add(problems, step.work().place,
            text::in_quotes(name_of(step.kind)) + " needs one of " + list);
}

static void check_output_schema(const Field& field, const WorkflowFile& file, Problems& problems)
try {
    if (field.node->kind == YamlNode::Kind::map) {
        json::Schema(field.node->json(), calls::compiled_by_re2);
        return;
    }
    const std::string& name = field.node->text;
    if (name.empty() || name.front() == '/' || name.find("..") != std::string::npos)
        throw ToolError(Code::bad_request,
            "the schema has to be a file beside the workflow, not " + text::in_quotes(name));
    if (file.directory.empty())
        return;
    json::Schema(json::parse_bounded(system::read_found_file(
                     file.directory + "/" + name, "the schema", max_schema_bytes)),
        calls::compiled_by_re2);
} catch (const ToolError& error) {
    add(problems, field.node->place, error.message, error.hint);
}

static void check_session_name(const Field& field, Problems& problems)
try {
    session::check_session_name(field.node->text);
} catch (const ToolError& error) {
    add(problems, field.node->place, error.message, error.hint);
}

static void check_stop(const Field& field, Problems& problems)
{
    constexpr std::size_t max_stops = 4; // model::max_stops
    const auto& texts = field.node->items;
    if (texts.size() > max_stops
        || std::any_of(
            texts.begin(), texts.end(), [](const YamlNode& text) { return text.text.empty(); }))
        add(problems, field.node->place, "'stop' has too many texts, or an empty one",
            "it has 1 to 4 texts");
}

static void check_prompt(const Block& prompt, Problems& problems)
{
    const Field* const user = prompt.find("user");
    const Field* const file = prompt.find("file");
    const Field* const arguments = prompt.find("arguments");
    if (user == nullptr && file == nullptr)
        add(problems, prompt.place, "'prompt' needs 'user' or 'file'");
    if (user != nullptr && file != nullptr)
        add(problems, file->place, "'file' and 'user' cannot be combined", "give one of them");
    if (arguments != nullptr && file == nullptr)
        add(problems, arguments->place, "'arguments' needs 'file'");
    if (file != nullptr && !is_workflow_name(file->node->text))
        add(problems, file->node->place,
            text::in_quotes(file->node->text) + " is not a name of a prompt file",
            "its name in .agentcli/prompts, without .md");
}

static void check_llm(const Step& step, const WorkflowFile& file, Problems& problems)
{
    if (const Block* const prompt = step.own().block("prompt"))
        check_prompt(*prompt, problems);
    if (const Field* schema = step.own().find("output_schema"))
        check_output_schema(*schema, file, problems);
    if (const Field* stop = step.own().find("stop"))
        check_stop(*stop, problems);
    const Field* session = step.own().find("session");
    const Field* kept = step.own().find("keep_session");
    for (const Field* field : {session, kept})
        if (field != nullptr)
            check_session_name(*field, problems);
    if (session != nullptr && kept != nullptr)
        add(problems, kept->place, "'keep_session' and 'session' cannot be combined",
            "give one of them");
}

static void check_ask(const Step& step, Problems& problems)
{
    const Block& own = step.own();
    const bool is_choice = own.text("kind", "text") == "choice";
    const Field* choices = own.find("choices");
    if (is_choice && (choices == nullptr || choices->node->items.empty()))
        add(problems, own.place, "a choice needs 'choices'", "such as choices: [small, large]");
    if (!is_choice && choices != nullptr)
        add(problems, choices->place, "'choices' needs kind: choice");
    const Field* preset = own.find("default");
    if (preset != nullptr && own.text("kind", "text") == "confirm"
        && !preset->node->scalar.is_boolean() && preset->node->text.find("{{") == std::string::npos)
        add(problems, preset->node->place, "the default of a confirmation is true or false");
}

static bool is_above_one(const Field* count)
{
    return count != nullptr && count->node->scalar.is_number_integer()
        && count->node->scalar.get<std::int64_t>() > 1;
}

// Refuses sessions in the steps of a foreach with parallel items, since a session has one
// conversation at a time.
static void refuse_sessions_of_items(const Step& step, Problems& problems)
{
    for_each_step(step.own().steps("steps"), [&](const Step& inner) {
        for (const char* name : {"session", "keep_session"}) {
            const Field* field
                = inner.kind == Kind::llm && inner.has_work() ? inner.own().find(name) : nullptr;
            if (field != nullptr)
                add(problems, field->place,
                    "items that are done at the same time cannot share a session",
                    "leave out " + text::in_quotes(name) + ", or 'parallel'");
        }
    });
}

static void check_foreach_fields(const Step& step, Problems& problems)
{
    check_one_of(step, {"items", "lines", "ndjson", "matrix"}, problems);
    const Field* items = step.own().find("items");
    if (items != nullptr && items->node->kind != YamlNode::Kind::list
        && items->node->text.find("{{") == std::string::npos)
        add(problems, items->node->place, "'items' is not a list",
            "write a list, or a template that gives one: \"{{ params.files }}\"");
    if (is_above_one(step.own().find("parallel")))
        refuse_sessions_of_items(step, problems);
    const Field* as = step.own().find("as");
    static const std::set<std::string> roots {"params", "steps", "step", "env", "secrets", "index",
        "workspace", "run", "now", "workflow", "result", "true", "false", "nil", "null", "empty",
        "blank"};
    if (as == nullptr)
        return;
    const std::string& name = as->node->text;
    if (roots.contains(name))
        add(problems, as->node->place, text::in_quotes(name) + " has a meaning in templates",
            "choose another name for the item");
    check_variable_name(name, as->node->place, problems);
}

static void find_sessions(const std::vector<Step>& steps, const std::string& branch,
    std::map<std::string, std::string>& users, Problems& problems)
{
    for_each_step(steps, [&](const Step& step) {
        if (step.kind != Kind::llm || !step.has_work())
            return;
        for (const char* name : {"session", "keep_session"}) {
            const Field* field = step.own().find(name);
            if (field == nullptr)
                continue;
            const auto& user = users.emplace(field->node->text, branch).first->second;
            if (user != branch)
                add(problems, field->node->place,
                    "the session " + text::in_quotes(field->node->text) + " is in the branch "
                        + text::in_quotes(user) + ", too",
                    "branches run at the same time: give each a session of its own");
        }
    });
}

static void check_parallel_fields(const Step& step, Problems& problems)
{
    check_one_of(step, {"branches", "steps"}, problems);
    const auto& steps = step.own().steps("steps");
    StepGraph(steps).check(problems);
    for (const auto& inner : steps)
        if (inner.id.empty())
            add(problems, inner.place, "a step of a 'parallel' needs an id",
                "it is the name of its output");
    const Field* branches = step.own().find("branches");
    if (branches == nullptr)
        return;
    for (std::size_t i = 0; i < branches->node->keys.size(); ++i)
        if (!is_id(branches->node->keys[i]))
            add(problems, branches->node->key_places[i],
                text::in_quotes(branches->node->keys[i]) + " is not a name of a branch",
                "1 to 64 of a-z 0-9 - _");
    std::map<std::string, std::string> users;
    for (const auto& list : branches->lists)
        find_sessions(list.steps, list.name, users, problems);
}

static void check_kind(const Step& step, const WorkflowFile& file, Problems& problems)
{
    switch (step.kind) {
    case Kind::python: return check_one_of(step, {"code", "module"}, problems);
    case Kind::llm: return check_llm(step, file, problems);
    case Kind::ask: return check_ask(step, problems);
    case Kind::foreach: return check_foreach_fields(step, problems);
    case Kind::parallel: return check_parallel_fields(step, problems);
    case Kind::workflow:
        if (const Field* name = step.own().find("name"); name != nullptr
            && !is_workflow_name(name->node->text) && !is_workflow_path(name->node->text))
            add(problems, name->node->place,
                text::in_quotes(name->node->text) + " is not a name of a workflow",
                "a letter of a-z, then a-z, 0-9 and -, at most 64; or ./FILE.yaml beside this one");
        return;
    default: return;
    }
}

static void refuse_operators_fields(const Block& block, Problems& problems)
{
    for (const auto& field : block.fields) {
        if (field.row->is_operators)
            add(problems, field.place,
                "an untrusted workflow cannot have " + text::in_quotes(field.row->name),
                "'agentcli trust FILE' shows it and trusts it");
        for (const auto& inner : field.blocks)
            refuse_operators_fields(inner, problems);
    }
}

void check_rules_of_step(const Step& step, const WorkflowFile& file, Problems& problems)
{
    if (const Field* id = step.fields.find("id"); id != nullptr && !is_id(step.id))
        add(problems, id->node->place, text::in_quotes(step.id) + " is not an id",
            "1 to 64 of a-z 0-9 - _");
    const bool acts = step.kind <= Kind::llm;
    if (const Field* inputs = step.fields.find("inputs"); inputs != nullptr && !acts)
        add(problems, inputs->place, "'inputs' needs exec, shell, python, tool or llm");
    const Field* dash = step.fields.find("allow_dash");
    if (dash != nullptr && step.kind != Kind::exec && step.kind != Kind::python)
        add(problems, dash->place, "'allow_dash' needs 'exec' or 'python'");
    check_once(step, problems);
    if (!file.is_trusted)
        refuse_operators_fields(step.fields, problems);
    if (step.has_work() && !step.work().blocks.empty())
        check_kind(step, file, problems);
}

namespace {

// Finds ids that another step has which templates see at the same place. The steps of a foreach see
// each other and the steps around it, and so do those of a branch.
class IdCheck {
public:
    explicit IdCheck(Problems& problems)
        : problems(problems)
    {
    }

    // Checks a list of steps, whose ids stay visible afterwards.
    void check(const std::vector<Step>& steps)
    {
        for (const auto& step : steps)
            note(step);
        for (const auto& step : steps)
            check_inside(step);
    }

private:
    void note(const Step& step)
    {
        if (++steps_seen == max_steps + 1)
            add(problems, step.place, "there are more than 1000 steps");
        if (step.id.empty())
            return;
        if (!visible.insert(step.id).second)
            add(problems, step.fields.find("id")->node->place,
                "another step has the id " + text::in_quotes(step.id),
                "an id is unique, except in different branches and different foreach steps");
        else
            added.push_back(step.id);
    }

    void check_inside(const Step& step)
    {
        check(step.fields.steps("fallback"));
        if (!step.has_work())
            return;
        for (const auto& block : step.work().blocks)
            for (const auto& field : block.fields)
                for (const auto& list : field.lists)
                    stays_visible(step) ? check(list.steps) : check_apart(list.steps);
    }

    // True for a group whose steps templates after it can refer to.
    static bool stays_visible(const Step& step)
    {
        return step.kind == Kind::repeat
            || (step.kind == Kind::parallel && step.own().find("steps") != nullptr);
    }

    void check_apart(const std::vector<Step>& steps)
    {
        const std::size_t outer = added.size();
        check(steps);
        for (; added.size() > outer; added.pop_back())
            visible.erase(added.back());
    }

    Problems& problems;
    std::set<std::string> visible;
    std::vector<std::string> added; // to `visible`, in this order
    std::size_t steps_seen = 0;
};

}

static void check_callers_variables(const Workflow& workflow, Problems& problems)
{
    const auto secrets = workflow.fields.texts("secrets");
    for (const char* list : {"pass_env", "secrets"})
        if (const Field* field = workflow.fields.find(list))
            for (const auto& item : field->node->items)
                check_variable_name(item.text, item.place, problems);
    if (const Field* passed = workflow.fields.find("pass_env"))
        for (const auto& item : passed->node->items)
            if (redaction::is_secret_name(item.text) && !text::contains(secrets, item.text))
                add(problems, item.place, text::in_quotes(item.text) + " is named like a secret",
                    "put it into 'secrets' instead");
}

void check_rules_of_workflow(const Workflow& workflow, const WorkflowFile& file, Problems& problems)
{
    IdCheck ids(problems);
    ids.check(workflow.steps());
    ids.check(workflow.final_steps());
    check_callers_variables(workflow, problems);
    if (!file.is_trusted)
        refuse_operators_fields(workflow.fields, problems);
    const Field* steps = workflow.fields.find("steps");
    if (steps != nullptr && steps->node->items.empty())
        add(problems, steps->node->place, "there are no steps");
}

}
