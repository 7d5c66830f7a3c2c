#include "agent/liquid/nodes.hpp"

#include "agent/liquid/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::liquid {

static bool is_whitespace_alone(const Text& text)
{
    return !text.is_raw && std::all_of(text.text.begin(), text.text.end(), is_whitespace);
}

static bool is_blank_node(const Node& node)
{
    if (const auto* text = std::get_if<Text>(&node.form))
        return is_whitespace_alone(*text) || (text->is_raw && text->text.empty());
    if (const auto* choice = std::get_if<Choice>(&node.form))
        return are_blank(choice->branches);
    if (const auto* cases = std::get_if<Case>(&node.form))
        return are_blank(cases->branches);
    if (const auto* loop = std::get_if<For>(&node.form))
        return loop->body.is_blank() && loop->otherwise.is_blank();
    return std::holds_alternative<Assignment>(node.form)
        || std::holds_alternative<Capture>(node.form);
}

bool Nodes::is_blank() const { return std::all_of(list.begin(), list.end(), is_blank_node); }

void remove_whitespace(Nodes& nodes)
{
    std::erase_if(nodes.list, [](const Node& node) {
        const auto* text = std::get_if<Text>(&node.form);
        return text != nullptr && is_whitespace_alone(*text);
    });
}

Elements elements_of(const Value& value)
{
    Elements elements;
    for_each_element(value, [&](const Value& one) { elements.push_back(one); });
    return elements;
}

Value list_of(const Elements& elements)
{
    Json list = Json::array();
    for (const auto& one : elements)
        list.push_back(json_of(one));
    return made_of(std::move(list));
}

ToolError no_property(const Value& name)
{
    return {Code::bad_request, "a number has no property " + text::in_quotes(shown(name))};
}

bool has_properties(const Value& item)
{
    return item.is_object() || item.is_text()
        || (item.is(Value::Kind::json) && item.json->is_number_integer());
}

std::optional<Value> property_of(const Value& item, const Value& name)
{
    if (item.is_object())
        return element(item, name);
    if (item.is_text()) {
        if (!name.is_text())
            return name.is_nil() ? std::nullopt : std::optional(Value {});
        const auto& part = name.json->get_ref<const std::string&>();
        const auto& text = item.json->get_ref<const std::string&>();
        return text.find(part) == std::string::npos ? Value {} : name;
    }
    if (!has_properties(item))
        return std::nullopt;
    if (!name.is(Value::Kind::json) || !name.json->is_number())
        throw no_property(name);
    return made_of(0); // a bit of the number in the reference implementation: never nil
}

std::optional<Elements> properties_of(const Elements& elements, const Value& name)
{
    Elements properties;
    for (const auto& one : elements) {
        const auto property = property_of(one, name);
        if (!property)
            return std::nullopt;
        properties.push_back(*property);
    }
    return properties;
}

}
