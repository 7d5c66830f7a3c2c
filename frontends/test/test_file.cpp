#include "frontends/test/test_file.hpp"

#include "frontends/test/expectation.hpp"
#include "toolkit/text/text.hpp"

namespace frontends::test {

static void read_prompt(const YamlNode& prompt, AgentTest& test)
{
    if (prompt.kind != YamlNode::Kind::map) {
        test.prompt = text_of(prompt, "'prompt'");
        return;
    }
    checked_map(prompt, "'prompt'", {"system", "user"});
    test.system = optional_text(prompt, "system");
    test.prompt = optional_text(prompt, "user");
    if (test.prompt.empty())
        throw Problem(prompt.place, "the prompt has no text", "user: the question to the model");
}

static void read_workflow(const YamlNode& workflow, AgentTest& test)
{
    test.workflow = text_of(workflow, "'workflow'");
    if (test.workflow.empty() || test.workflow.find('\0') != std::string::npos)
        throw Problem(workflow.place, "'workflow' names no workflow",
            "a name, or a path from the directory of the test");
}

// Reads what is run: a prompt or a workflow.
static void read_subject(const YamlNode& file, AgentTest& test)
{
    const YamlNode* const prompt = file.find("prompt");
    const YamlNode* const workflow = file.find("workflow");
    const YamlNode* const params = file.find("params");
    if (prompt == nullptr && workflow == nullptr)
        throw Problem(file.place, "a test has a prompt or a workflow",
            "prompt: the question to the model, or workflow: a name or a path");
    if (prompt != nullptr && workflow != nullptr)
        throw Problem(workflow->place, "'workflow' and 'prompt' cannot be combined",
            "make two tests of them");
    if (params != nullptr && workflow == nullptr)
        throw Problem(params->place, "'params' belongs to a test of a workflow");
    if (params != nullptr && params->kind != YamlNode::Kind::map)
        throw Problem(params->place, "'params' has a value for each name");
    if (params != nullptr)
        test.parameters = params->json();
    if (workflow != nullptr)
        read_workflow(*workflow, test);
    else
        read_prompt(*prompt, test);
}

// Returns the name of the recording. --re-record overwrites that file, so it must end in .ndjson
// and be beside the test.
static std::string recording_of(const YamlNode& file, const std::string& name)
{
    const YamlNode* const found = file.find("recording");
    if (found == nullptr)
        return name + ".ndjson";
    std::string recording = text_of(*found, "'recording'");
    if (recording.find('/') != std::string::npos || !recording.ends_with(".ndjson")
        || recording.starts_with('.') || recording.find('\0') != std::string::npos)
        throw Problem(found->place,
            text::in_quotes(recording) + " is no name of a recording beside the test",
            "it ends in .ndjson and has no /");
    return recording;
}

static void read_files(const YamlNode& files, AgentTest& test)
{
    if (files.kind != YamlNode::Kind::map)
        throw Problem(files.place, "'files' has a text for each path");
    for (std::size_t i = 0; i < files.keys.size(); ++i) {
        check_path(files.keys[i], files.key_places[i]);
        test.files[files.keys[i]] = text_of(files.items[i], "the content of a file");
    }
}

AgentTest read_test(std::string_view source, const std::string& name)
{
    const YamlNode file = workflow::yaml_document(source);
    checked_map(file, "a test",
        {"description", "prompt", "workflow", "params", "manifest", "recording", "files",
            "expect"});
    AgentTest test {.description = optional_text(file, "description")};
    read_subject(file, test);
    test.manifest = optional_text(file, "manifest");
    test.recording = recording_of(file, name);
    if (const YamlNode* const files = file.find("files"))
        read_files(*files, test);
    const YamlNode* const expect = file.find("expect");
    if (expect == nullptr)
        throw Problem(file.place, "a test says what is expected",
            std::string("expect: with ") + (test.workflow.empty() ? "answer" : "output, steps")
                + ", calls, files or exit_status");
    read_expectation(*expect, test);
    return test;
}

}
