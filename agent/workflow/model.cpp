#include "agent/workflow/model.hpp"

#include <algorithm>
#include <array>

namespace agent::workflow {

Field::Field(const FieldRow* row, const YamlNode* node, Place place)
    : row(row)
    , node(node)
    , place(place)
{
}

Field::Field(const Field& other) = default;
Field::Field(Field&& other) noexcept = default;
Field& Field::operator=(const Field& other) = default;
Field& Field::operator=(Field&& other) noexcept = default;
Field::~Field() = default;

const Field* Block::find(std::string_view name) const
{
    const auto found = std::find_if(
        fields.begin(), fields.end(), [&](const Field& field) { return field.row->name == name; });
    return found == fields.end() ? nullptr : &*found;
}

std::string Block::text(std::string_view name, std::string_view preset) const
{
    const Field* field = find(name);
    return field == nullptr ? std::string(preset) : field->node->text;
}

bool Block::is_set(std::string_view name, bool preset) const
{
    const Field* field = find(name);
    return field == nullptr ? preset : field->node->scalar == Json(true);
}

std::int64_t Block::count(std::string_view name, std::int64_t preset) const
{
    const Field* field = find(name);
    return field == nullptr ? preset : field->node->scalar.get<std::int64_t>();
}

double Block::number(std::string_view name, double preset) const
{
    const Field* field = find(name);
    return field == nullptr ? preset : field->node->scalar.get<double>();
}

std::vector<std::string> Block::texts(std::string_view name) const
{
    std::vector<std::string> result;
    if (const Field* field = find(name))
        for (const auto& item : field->node->items)
            result.push_back(item.text);
    return result;
}

const Block* Block::block(std::string_view name) const
{
    const Field* field = find(name);
    return field == nullptr || field->blocks.empty() ? nullptr : &field->blocks.front();
}

const std::vector<Step>& Block::steps(std::string_view name) const
{
    static const std::vector<Step> none;
    const Field* field = find(name);
    return field == nullptr || field->lists.empty() ? none : field->lists.front().steps;
}

std::string_view name_of(Kind kind)
{
    static constexpr std::array<std::string_view, 11> names {"exec", "shell", "python", "tool",
        "llm", "workflow", "foreach", "parallel", "repeat", "ask", "set"};
    return names[static_cast<std::size_t>(kind)];
}

bool is_command(const Step& step)
{
    return step.kind == Kind::exec || step.kind == Kind::shell || step.kind == Kind::python;
}

bool has_steps(const Step& step)
{
    return step.kind == Kind::foreach || step.kind == Kind::parallel || step.kind == Kind::repeat
        || step.kind == Kind::workflow;
}

const Workflow* WorkflowFile::find(std::string_view name) const
{
    const auto found = std::find_if(workflows.begin(), workflows.end(),
        [&](const Workflow& workflow) { return workflow.name == name; });
    return found == workflows.end() ? nullptr : &*found;
}

static bool is_made_of(std::string_view text, std::string_view characters)
{
    return !text.empty() && text.size() <= 64
        && text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_id(std::string_view text)
{
    return is_made_of(text, "abcdefghijklmnopqrstuvwxyz0123456789-_");
}

bool is_workflow_name(std::string_view text)
{
    return is_made_of(text, "abcdefghijklmnopqrstuvwxyz0123456789-") && text[0] >= 'a'
        && text[0] <= 'z';
}

static void look_for(FieldAt& last, Place place, Place begin, const std::string& name)
{
    if (!place.is_before(begin) && !begin.is_before(last.place))
        last = {name, begin};
}

static void look_in(const Block& block, Place place, const std::string& outer, FieldAt& last)
{
    for (const auto& field : block.fields) {
        const std::string name = outer + std::string(field.row->name);
        look_for(last, place, field.place, name);
        for (std::size_t i = 0; i < field.node->key_places.size() && field.blocks.empty(); ++i)
            look_for(last, place, field.node->key_places[i], name + "." + field.node->keys[i]);
        for (const auto& inner : field.blocks)
            look_in(inner, place, name + ".", last);
    }
}

FieldAt field_at(const Block& block, Place place)
{
    FieldAt last;
    look_in(block, place, "", last);
    return last;
}

std::string_view without_inner_name(std::string_view name)
{
    const auto colon = name.rfind(':');
    return colon != std::string_view::npos && is_workflow_name(name.substr(colon + 1))
        ? name.substr(0, colon)
        : name;
}

bool is_workflow_path(std::string_view name)
{
    const std::string_view path = without_inner_name(name);
    return path.find('/') != std::string_view::npos && path.front() != '/'
        && path.find("..") == std::string_view::npos
        && (path.ends_with(".yaml") || path.ends_with(".yml"));
}

}
