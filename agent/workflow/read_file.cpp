#include "agent/workflow/read_file.hpp"

#include "agent/workflow/field_shape.hpp"
#include "agent/workflow/parameters.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
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

using Node = YamlNode::Kind;

// Returns a name for messages: "a step", "'exec'".
static std::string called(Owner owner)
{
    const std::string name(owner == Owner::call ? "workflow" : name_of(owner));
    return owner == Owner::workflow || owner == Owner::step || owner == Owner::parameter
        ? "a " + name
        : text::in_quotes(name);
}

namespace {

class BlockReader {
public:
    explicit BlockReader(Problems& problems)
        : problems(problems)
    {
    }

    Block block(const YamlNode& node, Owner owner);

private:
    void add_field(Block& block, const YamlNode& node, std::size_t index);
    void refuse_unknown(const YamlNode& node, std::size_t index, Owner owner);
    void check_required(const Block& block);
    void read_inner(Field& field);
    void read_lists(Field& field);
    std::vector<Step> steps(const YamlNode& node);
    Step step(const YamlNode& node, std::size_t number);

    Problems& problems;
};

}

void BlockReader::read_lists(Field& field)
{
    if (field.row->shape == Shape::steps) {
        field.lists.push_back({{}, steps(*field.node)});
        return;
    }
    for (std::size_t i = 0; i < field.node->items.size(); ++i) {
        const YamlNode& branch = field.node->items[i];
        if (branch.kind != Node::list)
            add(problems, branch.place,
                text::in_quotes(field.node->keys[i]) + " takes a list of steps, and this is "
                    + found_in(branch));
        else
            field.lists.push_back({field.node->keys[i], steps(branch)});
    }
}

void BlockReader::read_inner(Field& field)
{
    const FieldRow& row = *field.row;
    if (row.shape == Shape::steps || row.shape == Shape::named_steps)
        return read_lists(field);
    if (row.shape == Shape::block && field.node->kind != Node::map) {
        Block block {row.block, field.node->place};
        block.fields.push_back({field_row(row.block, row.shorthand), field.node, field.place});
        field.blocks.push_back(std::move(block));
    } else if (row.shape == Shape::block
        || (row.shape == Shape::boolean_or_block && field.node->kind == Node::map)) {
        field.blocks.push_back(block(*field.node, row.block));
    } else if (row.shape == Shape::blocks || row.shape == Shape::named_blocks) {
        for (const auto& item : field.node->items)
            field.blocks.push_back(block(item, row.block));
    }
}

void BlockReader::refuse_unknown(const YamlNode& node, std::size_t index, Owner owner)
{
    const std::string& key = node.keys[index];
    std::vector<std::string_view> names;
    std::string home;
    for (const FieldRow* row : fields_of(owner)) {
        names.push_back(row->name);
        if (!row->alias.empty())
            names.push_back(row->alias);
        if (row->is_kind && node.find(row->name) != nullptr
            && field_row(row->block, key) != nullptr)
            home = row->name;
    }
    const std::string hint = home.empty()
        ? text::did_you_mean(key, names, "its fields are " + joined_names(names))
        : "it is a field of " + text::in_quotes(home) + ": put it there";
    add(problems, node.key_places[index],
        text::in_quotes(key) + " is not a field of " + called(owner), hint);
}

void BlockReader::add_field(Block& block, const YamlNode& node, std::size_t index)
{
    const FieldRow* row = field_row(block.owner, node.keys[index]);
    if (row == nullptr)
        return refuse_unknown(node, index, block.owner);
    if (block.find(row->name) != nullptr)
        return add(problems, node.key_places[index], text::in_quotes(row->name) + " is there twice",
            std::string(row->alias) + " is another name of " + std::string(row->name));
    Field field {row, &node.items[index], node.key_places[index]};
    if (!fits_its_shape(field, problems))
        return;
    read_inner(field);
    block.fields.push_back(std::move(field));
}

void BlockReader::check_required(const Block& block)
{
    for (const FieldRow* row : fields_of(block.owner))
        if (row->is_required && block.find(row->name) == nullptr)
            add(problems, block.place,
                called(block.owner) + " needs " + text::in_quotes(row->name) + ", which is missing",
                std::string(row->help));
}

Block BlockReader::block(const YamlNode& node, Owner owner)
{
    Block block {owner, node.place};
    if (node.kind != Node::map) {
        add(problems, node.place, called(owner) + " is a mapping, and this is " + found_in(node));
        return block;
    }
    for (std::size_t i = 0; i < node.keys.size(); ++i)
        add_field(block, node, i);
    // A required field with a wrong value is not reported as missing.
    for (const auto& key : node.keys)
        if (const FieldRow* row = field_row(owner, key))
            if (row->is_required && block.find(row->name) == nullptr)
                return block;
    check_required(block);
    return block;
}

Step BlockReader::step(const YamlNode& node, std::size_t number)
{
    Step step {.place = node.place, .fields = block(node, Owner::step)};
    const Field* kind = nullptr;
    for (const auto& field : step.fields.fields) {
        if (!field.row->is_kind)
            continue;
        if (kind != nullptr)
            add(problems, field.place,
                "a step has one kind, and this one is " + text::in_quotes(kind->row->name)
                    + " already",
                "make two steps of it");
        else
            kind = &field;
    }
    step.id = step.fields.text("id");
    for (const Kind each : {Kind::exec, Kind::shell, Kind::python, Kind::tool, Kind::llm,
             Kind::workflow, Kind::foreach, Kind::parallel, Kind::repeat, Kind::ask, Kind::set})
        if (kind != nullptr && name_of(each) == kind->row->name)
            step.kind = each;
    step.name = step.id.empty() ? std::string(name_of(step.kind)) + "#" + std::to_string(number)
                                : step.id;
    // An unknown or wrong field may be meant as the kind, and has its own error already.
    const bool may_be_wrong = node.kind != Node::map
        || std::any_of(node.keys.begin(), node.keys.end(), [](const std::string& key) {
               const FieldRow* row = field_row(Owner::step, key);
               return row == nullptr || row->is_kind;
           });
    if (kind == nullptr && !may_be_wrong)
        add(problems, node.place, "the step does nothing",
            "it needs one of exec, shell, python, tool, llm, workflow, foreach, parallel, repeat, "
            "ask, set");
    return step;
}

std::vector<Step> BlockReader::steps(const YamlNode& node)
{
    std::vector<Step> list;
    for (const auto& item : node.items)
        list.push_back(step(item, list.size() + 1));
    return list;
}

Block read_block(const YamlNode& node, Owner owner, Problems& problems)
{
    return BlockReader(problems).block(node, owner);
}

}
