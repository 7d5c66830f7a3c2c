#include "agent/workflow/field_shape.hpp"

#include "toolkit/text/suggestion.hpp"

#include <algorithm>
#include <cmath>

namespace agent::workflow {

using Node = YamlNode::Kind;

std::string found_in(const YamlNode& node)
{
    if (node.kind == Node::list)
        return "a list";
    if (node.kind == Node::map)
        return "a mapping";
    if (node.scalar.is_null())
        return "nothing";
    if (node.scalar.is_boolean())
        return "a truth value";
    return node.scalar.is_number() ? "a number" : "a text";
}

static bool is_text(const YamlNode& node)
{
    return node.kind == Node::scalar && !node.scalar.is_null();
}

std::string joined_names(const std::vector<std::string_view>& names)
{
    std::string result;
    for (const auto& name : names)
        result += (result.empty() ? "" : ", ") + std::string(name);
    return result;
}

static std::string number_text(double number)
{
    return Json(number == std::floor(number) && std::abs(number) < 1e15
            ? Json(static_cast<std::int64_t>(number))
            : Json(number))
        .dump();
}

static bool refuse(const Field& field, const YamlNode& node, Problems& problems)
{
    add(problems, node.place,
        text::in_quotes(field.row->name) + " takes " + std::string(name_of(field.row->shape))
            + ", and this is " + found_in(node));
    return false;
}

static bool fits_line(const Field& field, Problems& problems)
{
    const auto& choices = field.row->choices;
    const std::string& value = field.node->text;
    if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
        add(problems, field.node->place,
            text::in_quotes(field.row->name) + " cannot be " + text::in_quotes(value),
            text::did_you_mean(value, choices, "one of " + joined_names(choices)));
        return false;
    }
    if (value.empty() || value.find('\n') != std::string::npos) {
        add(problems, field.node->place,
            text::in_quotes(field.row->name)
                + (value.empty() ? " is empty" : " has more than one line"));
        return false;
    }
    return true;
}

static bool fits_number(const Field& field, const YamlNode& node, Problems& problems)
{
    const Json& value = node.scalar;
    const bool is_count = field.row->shape != Shape::number;
    if (node.kind != Node::scalar || !(is_count ? value.is_number_integer() : value.is_number()))
        return refuse(field, node, problems);
    const auto number = value.get<double>();
    if (number >= field.row->min && number <= field.row->max)
        return true;
    add(problems, node.place, text::in_quotes(field.row->name) + " cannot be " + node.text,
        "from " + number_text(field.row->min) + " to " + number_text(field.row->max));
    return false;
}

static bool fits_scalar(const Field& field, Problems& problems)
{
    switch (field.row->shape) {
    case Shape::text: return is_text(*field.node) || refuse(field, *field.node, problems);
    case Shape::line:
        return is_text(*field.node) ? fits_line(field, problems)
                                    : refuse(field, *field.node, problems);
    case Shape::boolean:
        return (field.node->kind == Node::scalar && field.node->scalar.is_boolean())
            || refuse(field, *field.node, problems);
    default: return fits_number(field, *field.node, problems);
    }
}

static bool fits_counts(const Field& field, Problems& problems)
{
    if (field.node->kind != Node::list)
        return refuse(field, *field.node, problems);
    for (const auto& item : field.node->items)
        if (!fits_number(field, item, problems))
            return false;
    return true;
}

static bool fits_texts(const Field& field, const YamlNode& node, Problems& problems)
{
    if (node.kind != Node::list)
        return refuse(field, node, problems);
    for (const auto& item : node.items)
        if (!is_text(item)) {
            add(problems, item.place,
                "an element of " + text::in_quotes(field.row->name) + " is " + found_in(item)
                    + " instead of a text");
            return false;
        }
    return true;
}

static bool fits_named(const Field& field, Problems& problems)
{
    if (field.node->kind != Node::map)
        return refuse(field, *field.node, problems);
    if (field.row->shape != Shape::named_texts)
        return true;
    for (std::size_t i = 0; i < field.node->items.size(); ++i)
        if (!is_text(field.node->items[i])) {
            add(problems, field.node->items[i].place,
                text::in_quotes(field.node->keys[i]) + " of " + text::in_quotes(field.row->name)
                    + " is " + found_in(field.node->items[i]) + " instead of a text");
            return false;
        }
    return true;
}

static bool fits_tools(const Field& field, Problems& problems)
{
    if (field.node->kind == Node::scalar && field.node->scalar == Json("all"))
        return true;
    return fits_texts(field, *field.node, problems);
}

bool fits_its_shape(const Field& field, Problems& problems)
{
    const YamlNode& node = *field.node;
    switch (field.row->shape) {
    case Shape::any: return true;
    case Shape::counts: return fits_counts(field, problems);
    case Shape::texts:
    case Shape::names: return fits_texts(field, node, problems);
    case Shape::words: return is_text(node) || fits_texts(field, node, problems);
    case Shape::tools: return fits_tools(field, problems);
    case Shape::named_texts:
    case Shape::named_values: return fits_named(field, problems);
    case Shape::schema:
        return node.kind == Node::map || is_text(node) || refuse(field, node, problems);
    case Shape::block:
        return node.kind == Node::map || (!field.row->shorthand.empty() && is_text(node))
            || (node.kind == Node::list && takes_list(*field.row)
                && fits_texts(field, node, problems))
            || refuse(field, node, problems);
    case Shape::boolean_or_block:
        return node.kind == Node::map || (node.kind == Node::scalar && node.scalar.is_boolean())
            || refuse(field, node, problems);
    case Shape::blocks:
    case Shape::steps: return node.kind == Node::list || refuse(field, node, problems);
    case Shape::named_blocks:
    case Shape::named_steps: return node.kind == Node::map || refuse(field, node, problems);
    default: return fits_scalar(field, problems);
    }
}

}
