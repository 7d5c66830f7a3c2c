#include "agent/workflow/read_file.hpp"

#include "agent/workflow/parameters.hpp"
#include "agent/workflow/read_block.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::workflow {

std::string name_of_file(std::string_view path)
{
    const auto slash = path.rfind('/');
    std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    for (const std::string_view ending : {".yaml", ".yml"})
        if (name.ends_with(ending))
            name.remove_suffix(ending.size());
    return std::string(name);
}

static Workflow workflow_of(const YamlNode& node, std::string name, Problems& problems)
{
    Workflow workflow {
        .name = std::move(name), .fields = read_block(node, Owner::workflow, problems)};
    if (const Field* parameters = workflow.fields.find("parameters"))
        workflow.parameters = read_parameters(*parameters, problems);
    return workflow;
}

static void read_several(const YamlNode& document, WorkflowFile& file, Problems& problems)
{
    for (std::size_t i = 0; i < document.keys.size(); ++i)
        if (document.keys[i] != "workflows")
            add(problems, document.key_places[i],
                text::in_quotes(document.keys[i]) + " and 'workflows' cannot be combined",
                "a file has one workflow, or several under 'workflows'");
    const YamlNode& list = *document.find("workflows");
    if (list.kind != YamlNode::Kind::map || list.items.empty())
        return add(problems, list.place, "'workflows' takes a mapping of names to workflows");
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        if (!is_workflow_name(list.keys[i]))
            add(problems, list.key_places[i],
                text::in_quotes(list.keys[i]) + " is not a name of a workflow",
                "a letter of a-z, then a-z, 0-9 and -, at most 64");
        file.workflows.push_back(workflow_of(list.items[i], list.keys[i], problems));
    }
}

static void read(std::string_view text, CheckedFile& checked)
{
    auto document = std::make_shared<const YamlNode>(yaml_document(text));
    checked.file.document = document;
    if (document->kind == YamlNode::Kind::map && document->find("workflows") != nullptr)
        read_several(*document, checked.file, checked.problems);
    else
        checked.file.workflows.push_back(
            workflow_of(*document, name_of_file(checked.file.path), checked.problems));
    for (const auto& workflow : checked.file.workflows)
        checked.compiled.emplace(
            workflow.name, check_workflow(workflow, checked.file, checked.problems));
}

CheckedFile read_workflows(std::string_view text, const FileOrigin& origin)
{
    CheckedFile checked {{.path = origin.path,
        .directory = origin.directory,
        .sha256 = system::sha256(text),
        .is_trusted = origin.is_trusted}};
    try {
        read(text, checked);
    } catch (const Problem& problem) {
        checked.problems.push_back(problem);
    }
    return checked;
}

}
