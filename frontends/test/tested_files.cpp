#include "frontends/test/tested_files.hpp"

#include "agent/trust/trust.hpp"
#include "agent/workflow/library.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/options/config.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace frontends::test {

using namespace runner;

namespace fs = std::filesystem;

// A program name with a '/' is relative to the directory of the manifest.
static void make_absolute(Json& command, const fs::path& directory)
{
    if (!command.is_array() || command.empty() || !command[0].is_string())
        return; // the run reports the error
    const std::string program = command[0];
    if (program.find('/') != std::string::npos)
        command[0] = (directory / program).lexically_normal().string();
}

static std::string movable(const std::string& manifest, const std::string& directory)
{
    Json document = json::parse_bounded(manifest, json::RepeatedNames::refused);
    if (!document.is_object())
        return manifest;
    for (const char* const list : {"tools", "operator"})
        if (document.contains(list) && document[list].is_array())
            for (auto& tool : document[list])
                if (tool.is_object() && tool.contains("command"))
                    make_absolute(tool["command"], directory);
    if (json::member(json::member(document, "roles"), "launch").is_array())
        make_absolute(document["roles"]["launch"], directory);
    return document.dump();
}

std::string manifest_for(
    const AgentTest& test, const std::string& directory, const TestRun& run, const Scratch& scratch)
{
    if (test.manifest.empty())
        return run.tools;
    const std::string path = (fs::path(directory) / test.manifest).lexically_normal().string();
    std::error_code error;
    if (!run.tools.empty() && fs::equivalent(path, run.tools, error))
        return run.tools;
    const auto refusal = [&] {
        return ToolError(Code::bad_request,
            "the manifest " + text::in_quotes(test.manifest) + " is not trusted",
            "--tools FILE uses it this time, 'agentcli trust FILE' from now on");
    };
    if (fs::path(path).filename() != "tools.json")
        throw refusal();
    const manifest::FoundManifest found = manifest::read_found_manifest(path);
    if (!trust::is_trusted(found.trusted))
        throw refusal();
    return scratch.put("tools.json", movable(found.text, found.trusted.directory));
}

static constexpr std::size_t max_schema = 1 << 20;

static bool is_named_by_flag(const std::string& path, const TestRun& run)
{
    return std::any_of(run.workflows.begin(), run.workflows.end(), [&](const std::string& given) {
        std::error_code error;
        return fs::equivalent(path, given, error);
    });
}

static ToolError untrusted(const std::string& name)
{
    return {Code::bad_request, "the workflow " + text::in_quotes(name) + " is not trusted",
        "-w FILE uses it this time, 'agentcli trust FILE' from now on"};
}

namespace {

// Copies workflow files into the config of a test.
class WorkflowCopier {
public:
    explicit WorkflowCopier(const Scratch& scratch)
        : scratch(scratch)
    {
    }

    // Stores the content that was checked, and returns its new path.
    std::string copy(const workflow::CheckedFile& file, const std::string& text)
    {
        return put(fs::path(file.file.path).filename().string(), text);
    }
    void copy_schemas(const workflow::Chosen& chosen);

private:
    std::string put(const std::string& name, const std::string& text)
    {
        const auto [known, is_new] = copied.emplace(name, text);
        if (!is_new && known->second != text)
            throw ToolError(Code::conflict,
                "the test needs two files that are called " + text::in_quotes(name),
                "rename one of them");
        const std::string path = "home/agentcli/workflows/" + name;
        return is_new ? scratch.put(path, text) : scratch.path_of(path.c_str());
    }

    const Scratch& scratch;
    std::map<std::string, std::string> copied;
};

}

// Copies the output schemas that the steps name.
void WorkflowCopier::copy_schemas(const workflow::Chosen& chosen)
{
    const auto look_at = [&](const workflow::Step& step) {
        if (step.kind != workflow::Kind::llm)
            return;
        const workflow::Field* const schema = step.own().find("output_schema");
        if (schema != nullptr && schema->node->kind == workflow::YamlNode::Kind::scalar)
            put(schema->node->text,
                system::read_found_file(chosen.file->file.directory + "/" + schema->node->text,
                    "the schema", max_schema));
    };
    workflow::for_each_step(chosen.workflow->steps(), look_at);
    workflow::for_each_step(chosen.workflow->final_steps(), look_at);
}

static bool asks_a_model(const workflow::Workflow& workflow)
{
    bool asks = false;
    const auto look_at
        = [&](const workflow::Step& step) { asks = asks || step.kind == workflow::Kind::llm; };
    workflow::for_each_step(workflow.steps(), look_at);
    workflow::for_each_step(workflow.final_steps(), look_at);
    return asks;
}

// Returns the content of a checked file. Throws CONFLICT if it has changed since the check.
static std::string judged_text(const workflow::CheckedFile& file)
{
    std::string text = system::read_found_file(
        file.file.path, "the workflow", workflow::max_yaml_bytes, system::LinksOut::followed);
    if (system::sha256(text) != file.file.sha256)
        throw ToolError(Code::conflict,
            "the workflow " + text::in_quotes(file.file.path) + " is being changed");
    return text;
}

// Returns the workflow that the test names, after checking that it may be used.
static workflow::NamedWorkflow find_tested(
    const AgentTest& test, const std::string& directory, const TestRun& run)
{
    const bool is_path = test.workflow.find('/') != std::string::npos;
    workflow::NamedWorkflow found = workflow::find_workflow(
        is_path ? (fs::path(directory) / test.workflow).lexically_normal().string() : test.workflow,
        workflow::NamedBy::file);
    if (is_path)
        workflow::judge_as_found(found.file);
    if (!found.file.is_trusted && !is_named_by_flag(found.file.path, run))
        throw untrusted(test.workflow);
    found.file.is_trusted = true;
    return found;
}

// Writes a config that has only those profiles of the user's config that the workflows name. A
// recording is made with the whole config.
static void put_profiles(const std::vector<workflow::Chosen>& workflows, const Scratch& scratch)
{
    const auto names = workflow::agents_in(workflows);
    if (names.empty())
        return;
    const options::ConfigFiles files = options::read_config_files();
    Json profiles = Json::object();
    for (const auto& name : names) {
        profiles[name] = Json::object();
        for (const auto& setting :
            options::config_of({files.own, {}}, {.name = name, .is_of_user = true}).own)
            profiles[name][setting.flag] = setting.value;
    }
    scratch.put("home/agentcli/config.json", Json {{"profiles", std::move(profiles)}}.dump());
}

TestedWorkflow workflow_for(
    const AgentTest& test, const std::string& directory, const TestRun& run, const Scratch& scratch)
{
    const workflow::NamedWorkflow found = find_tested(test, directory, run);
    workflow::Library library;
    const workflow::Chosen chosen = library.choose(found);
    for (const auto& problem : workflow::told_of(library.problems_of(*chosen.file)))
        throw ToolError(Code::bad_request, workflow::line_of(found.file.path, problem));
    WorkflowCopier copier(scratch);
    TestedWorkflow tested {copier.copy(*chosen.file, found.file.text)};
    if (!found.workflow.empty())
        tested.name += ":" + found.workflow;
    std::set<const workflow::CheckedFile*> known {chosen.file};
    const auto called = workflow::all_called_by(chosen, library);
    for (const auto& one : called) {
        if (known.insert(one.file).second) {
            if (!one.file->file.is_trusted && !is_named_by_flag(one.file->file.path, run))
                throw untrusted(one.workflow->name);
            copier.copy(*one.file, judged_text(*one.file));
        }
        copier.copy_schemas(one);
        tested.asks_models = tested.asks_models || asks_a_model(*one.workflow);
    }
    if (!run.asks_model())
        put_profiles(called, scratch);
    return tested;
}

}
