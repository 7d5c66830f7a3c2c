#include "agent/workflow/template.hpp"

#include "agent/liquid/scope.hpp"

#include <algorithm>
#include <utility>

namespace agent::workflow {

static constexpr std::size_t max_value_bytes = agent::liquid::Limits {}.output_bytes;

static void check_key(const YamlNode& map, std::size_t index, Problems& problems)
{
    check_literal({.place = map.key_places[index], .text = map.keys[index]}, "a key", problems);
}

ValueTemplate::ValueTemplate(
    const YamlNode& node, FieldClass field, const Names& names, Problems& problems)
    : kind(node.kind)
    , keys(node.keys)
{
    if (kind == YamlNode::Kind::scalar)
        scalar.emplace_back(node, field, names, problems);
    for (std::size_t i = 0; i < keys.size(); ++i)
        check_key(node, i, problems);
    for (const auto& item : node.items)
        items.emplace_back(item, field, names, problems);
}

// Returns the size of its texts and names, plus a byte for each value.
static std::size_t size_in_bytes(const Json& json)
{
    std::size_t bytes = 1;
    if (json.is_string())
        bytes += json.get_ref<const std::string&>().size();
    if (json.is_structured())
        for (auto one = json.begin(); one != json.end(); ++one)
            bytes += size_in_bytes(*one) + (json.is_object() ? one.key().size() : 0);
    return bytes;
}

Json ValueTemplate::value(const Data& data, std::size_t& bytes_left) const
{
    if (kind == YamlNode::Kind::scalar) {
        Json result = scalar.front().value(data);
        const std::size_t bytes = scalar.front().is_constant() ? 0 : size_in_bytes(result);
        if (bytes > bytes_left)
            throw Problem(scalar.front().place(), Code::too_large,
                "the value has more than " + std::to_string(max_value_bytes) + " bytes");
        bytes_left -= bytes;
        return result;
    }
    Json result = kind == YamlNode::Kind::list ? Json::array() : Json::object();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (kind == YamlNode::Kind::list)
            result.push_back(items[i].value(data, bytes_left));
        else
            result[keys[i]] = items[i].value(data, bytes_left);
    }
    return result;
}

Json ValueTemplate::value(const Data& data) const
{
    std::size_t bytes_left = max_value_bytes;
    return value(data, bytes_left);
}

bool ValueTemplate::is_constant() const
{
    const auto constant = [](const auto& part) { return part.is_constant(); };
    return std::all_of(scalar.begin(), scalar.end(), constant)
        && std::all_of(items.begin(), items.end(), constant);
}

Json ValueTemplate::known() const
{
    const Json nothing = Json::object();
    if (kind == YamlNode::Kind::scalar)
        return scalar.front().is_constant() ? scalar.front().value({nothing}) : Json();
    Json result = kind == YamlNode::Kind::list ? Json::array() : Json::object();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (kind == YamlNode::Kind::list)
            result.push_back(items[i].known());
        else
            result[keys[i]] = items[i].known();
    }
    return result;
}

Json ValueTemplate::preview(const Data& data, const KnownRoots& known) const
{
    if (kind == YamlNode::Kind::scalar)
        return scalar.front().preview(data, known);
    Json result = kind == YamlNode::Kind::list ? Json::array() : Json::object();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (kind == YamlNode::Kind::list)
            result.push_back(items[i].preview(data, known));
        else
            result[keys[i]] = items[i].preview(data, known);
    }
    return result;
}

}
