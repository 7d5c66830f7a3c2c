#include "agent/mcp/uri_template.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>

namespace agent::mcp {

using namespace toolkit;

namespace {

constexpr std::string_view operators = "+#./;?&";

// Returns the text before the value of an expression: "/" for {/name}, "?name=" for {?name}.
std::string prefix_of(std::string_view expression, std::string_view name)
{
    const char first = expression.empty() ? '\0' : expression.front();
    switch (first) {
    case '#':
    case '.':
    case '/': return {first};
    case ';':
    case '?':
    case '&': return std::string(1, first) + std::string(name) + "=";
    default: return {};
    }
}

std::string_view name_in_expression(std::string_view expression)
{
    if (!expression.empty() && operators.find(expression.front()) != std::string_view::npos)
        expression.remove_prefix(1);
    return expression;
}

bool is_variable_name(std::string_view name)
{
    return !name.empty() && text::name_length(name, "._") == name.size();
}

}

UriTemplate::UriTemplate(std::string_view text)
{
    std::string literal;
    const auto end_literal = [&] {
        if (!literal.empty())
            parts.push_back({false, std::exchange(literal, {})});
    };
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        literal += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty())
            break;
        const std::size_t close = text.find('}');
        const std::string_view expression
            = text.substr(1, close == std::string_view::npos ? 0 : close - 1);
        const std::string_view name = name_in_expression(expression);
        if (!is_variable_name(name)) {
            parts.clear();
            return;
        }
        literal += prefix_of(expression, name);
        end_literal();
        parts.push_back({true, std::string(name)});
        text.remove_prefix(close + 1);
    }
    end_literal();
}

// A variable ends where the literal after it first occurs. A variable directly followed by another
// one takes the rest.
UriTemplate::Typed UriTemplate::read(std::string_view typed) const
{
    Typed found;
    const std::string_view all = typed;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const Part& part = parts[at];
        const bool has_literal_after = at + 1 < parts.size() && !parts[at + 1].is_variable;
        if (!part.is_variable) {
            const std::size_t same = std::min(part.text.size(), typed.size());
            if (part.text.compare(0, same, typed.substr(0, same)) != 0)
                return {};
            typed.remove_prefix(same);
            if (same < part.text.size()) {
                found.fits = true;
                found.before = all;
                found.literal = part.text.substr(same);
                found.is_last = at + 1 == parts.size();
                return found;
            }
            continue;
        }
        const std::size_t end
            = has_literal_after ? typed.find(parts[at + 1].text) : std::string_view::npos;
        if (end == std::string_view::npos) {
            found.fits = true;
            found.variable = part.text;
            found.value = typed;
            found.before = all.substr(0, all.size() - typed.size());
            found.literal = has_literal_after ? parts[at + 1].text : "";
            found.is_last = at + 1 + (has_literal_after ? 1 : 0) == parts.size();
            return found;
        }
        found.others.emplace_back(part.text, std::string(typed.substr(0, end)));
        typed.remove_prefix(end);
    }
    return {};
}

}
