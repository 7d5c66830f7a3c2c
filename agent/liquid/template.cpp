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

// Converts a value to JSON. Counts a step for each element of a range, which is expanded only here.
static Json json_within(const Value& value, Scope& scope)
{
    try {
        if (value.is(Value::Kind::range))
            scope.count_steps(size_of(value));
    } catch (const ToolError& error) {
        throw TemplateError(0, error);
    }
    return json_of(value);
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
    return json_within(evaluated(output->filtered, scope), scope);
}

std::vector<Reference> Template::references() const { return references_of(*nodes); }

std::vector<Reference> Template::assigned() const { return assigned_in(*nodes); }

bool Template::begins_with_output() const
{
    const auto first = std::find_if(nodes->list.begin(), nodes->list.end(), [](const Node& node) {
        const auto* text = std::get_if<Text>(&node.form);
        return text == nullptr || !text->text.empty();
    });
    return first != nodes->list.end() && std::holds_alternative<Output>(first->form);
}

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
    return liquid::holds(*condition, scope);
}

std::vector<Reference> Predicate::references() const { return references_of(*condition); }

Formula::Formula(std::string_view source)
{
    check_source(source);
    Tokens tokens(tokens_of(source, 0));
    if (tokens.at(Token::Kind::end))
        throw wrong(0, "the expression is empty");
    filtered = std::make_shared<const Filtered>(filtered_from(tokens, source));
}

Json Formula::value(const Json& data, const Settings& settings) const
{
    Scope scope(data, settings);
    return json_within(evaluated(*filtered, scope), scope);
}

std::vector<Reference> Formula::references() const { return references_of(*filtered); }

Position position_of(std::string_view source, std::size_t offset)
{
    const auto before = source.substr(0, std::min(offset, source.size()));
    const auto line_begin = before.rfind('\n');
    const auto line = line_begin == std::string_view::npos ? before : before.substr(line_begin + 1);
    return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
        character_count(line) + 1};
}

}
