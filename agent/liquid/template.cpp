#include "agent/liquid/template.hpp"

#include "agent/liquid/characters.hpp"
#include "agent/liquid/nodes.hpp"
#include "agent/liquid/references.hpp"
#include "agent/liquid/render.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::liquid {

static void check_source(std::string_view source)
{
    if (source.size() > max_template_bytes)
        throw TemplateError(0,
            ToolError(Code::too_large,
                "the template has more than " + std::to_string(max_template_bytes) + " bytes"));
    if (!text::is_utf8(source))
        throw wrong(0, "the template is not UTF-8");
}

Template::Template(std::string_view source)
{
    check_source(source);
    nodes = std::make_shared<const Nodes>(nodes_of(source));
}

std::string Template::text(const Json& data, const Settings& settings) const
{
    Scope scope(data, settings);
    return rendered(*nodes, scope);
}

Json Template::value(const Json& data, const Settings& settings) const
{
    const bool is_single = nodes->list.size() == 1;
    const auto* output = is_single ? std::get_if<Output>(&nodes->list.front().form) : nullptr;
    if (output == nullptr)
        return text(data, settings);
    Scope scope(data, settings);
    return json_of(evaluated(output->filtered, scope));
}

std::vector<Reference> Template::references() const { return references_of(*nodes); }

bool Template::is_plain() const
{
    return std::all_of(nodes->list.begin(), nodes->list.end(),
        [](const Node& node) { return std::holds_alternative<Text>(node.form); });
}

Predicate::Predicate(std::string_view source)
{
    check_source(source);
    Tokens tokens(tokens_of(source, 0));
    condition = std::make_shared<const Condition>(strict_condition_from(tokens, source));
}

bool Predicate::holds(const Json& data, const Settings& settings) const
{
    Scope scope(data, settings);
    if (condition->kind == Condition::Kind::value) {
        const Expression& side = condition->sides.front();
        const Value value = evaluated(side, scope);
        if (!value.is(Value::Kind::json) || !value.json->is_boolean())
            throw wrong(side.offset, text::in_quotes(side.source) + " is neither true nor false",
                "compare it, such as: " + side.source + " != nil");
    }
    return liquid::holds(*condition, scope);
}

std::vector<Reference> Predicate::references() const { return references_of(*condition); }

Position position_of(std::string_view source, std::size_t offset)
{
    const auto before = source.substr(0, std::min(offset, source.size()));
    const auto line_begin = before.rfind('\n');
    const auto line = line_begin == std::string_view::npos ? before : before.substr(line_begin + 1);
    return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
        character_count(line) + 1};
}

}
