#include "frontends/serve/target.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <charconv>

namespace frontends::serve {

using namespace toolkit;

static std::string unescaped(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            result += text[at] == '+' ? ' ' : text[at];
            continue;
        }
        const std::string_view digits = text.substr(at + 1, 2);
        unsigned value = 0;
        const auto [end, error]
            = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || error != std::errc() || end != digits.data() + digits.size())
            throw ToolError(Code::bad_request, "an escape of the query is broken");
        result += static_cast<char>(value);
        at += 2;
    }
    if (!text::is_utf8(result))
        throw ToolError(Code::bad_request, "the query is not UTF-8");
    return result;
}

// The path is not decoded: no route, id or name needs an escape.
Target target_in(std::string_view text)
{
    const std::size_t question = text.find('?');
    Target target {std::string(text.substr(0, question))};
    if (!text.starts_with('/'))
        throw ToolError(Code::bad_request, "the target does not begin with '/'");
    if (question == std::string_view::npos)
        return target;
    std::string_view rest = text.substr(question + 1);
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find('&'));
        rest.remove_prefix(pair.size() < rest.size() ? pair.size() + 1 : rest.size());
        const std::size_t equals = pair.find('=');
        const std::string name = unescaped(pair.substr(0, equals));
        const std::string value
            = equals == std::string_view::npos ? "" : unescaped(pair.substr(equals + 1));
        if (!pair.empty() && !target.query.emplace(name, value).second)
            throw ToolError(Code::bad_request, "the query has " + text::in_quotes(name) + " twice");
    }
    return target;
}

std::uint64_t number_in(
    const Target& target, const std::string& name, std::uint64_t usual, std::uint64_t most)
{
    const auto given = target.query.find(name);
    if (given == target.query.end())
        return usual;
    std::uint64_t value = 0;
    const std::string& text = given->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value == 0 || value > most)
        throw ToolError(Code::bad_request,
            "'" + name + "' of the query is not a number from 1 to " + std::to_string(most));
    return value;
}

}
