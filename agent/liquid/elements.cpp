#include "agent/liquid/elements.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::liquid {

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
    return made_of(0); // a bit of the number, as in the reference implementation: never nil
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
