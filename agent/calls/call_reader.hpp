#pragma once

#include "agent/calls/literal.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <string>
#include <string_view>

namespace agent::calls {

using namespace toolkit;

// Thrown if the text that is read is not a call.
struct Mismatch { };

// Reads a text from its beginning and skips whitespace after each token. Functions named take_…
// that return no bool, and require(), throw Mismatch if the text does not continue as expected.
class CallReader {
public:
    explicit CallReader(std::string_view text)
        : rest(text::stripped(text))
    {
    }

    bool is_done() const { return rest.empty(); }

    bool starts_with(std::string_view token) const { return rest.starts_with(token); }

    // Skips `token` if the rest begins with it, otherwise returns false.
    bool take(std::string_view token)
    {
        if (!rest.starts_with(token))
            return false;
        skip(token.size());
        return true;
    }

    void require(std::string_view token)
    {
        if (!take(token))
            throw Mismatch {};
    }

    // Returns the text before the next `token`, and skips both. Whitespace after the token stays.
    std::string_view take_until(std::string_view token)
    {
        const std::size_t end = rest.find(token);
        if (end == std::string_view::npos)
            throw Mismatch {};
        const std::string_view found = rest.substr(0, end);
        rest.remove_prefix(end + token.size());
        return found;
    }

    struct Value {
        std::string_view text;
        std::string json;
    };

    // Takes the JSON or Python object or array at the beginning of the rest.
    Value take_value() { return taken(literal_at(rest)); }

    Value take_object()
    {
        if (!rest.starts_with('{'))
            throw Mismatch {};
        return take_value();
    }

    // Takes keyword arguments: (name=value, …).
    Value take_keywords() { return taken(keywords_at(rest)); }

    // Takes a name, which may be in quotes.
    std::string_view take_name()
    {
        if (rest.starts_with('"') || rest.starts_with('\'')) {
            const std::string_view quote = rest.substr(0, 1);
            rest.remove_prefix(1);
            const std::string_view name = take_until(quote);
            skip(0);
            return name;
        }
        const std::size_t size = text::name_length(rest, "_-.:");
        const std::string_view name = rest.substr(0, size);
        skip(size);
        if (name.empty())
            throw Mismatch {};
        return name;
    }

    // Skips the word json and the opening fence of a code block before a value. Returns true if
    // there was a fence; otherwise skips the word only if an object or array follows it.
    bool take_json_mark()
    {
        const std::string_view before = rest;
        const bool is_fence = take("```");
        take("json");
        if (is_fence || starts_with("{") || starts_with("["))
            return is_fence;
        rest = before;
        return false;
    }

    void skip_whitespace() { skip(0); }

private:
    void skip(std::size_t size) { rest = text::stripped(rest.substr(size)); }

    Value taken(Literal literal)
    {
        if (literal.size == 0)
            throw Mismatch {};
        const std::string_view text = rest.substr(0, literal.size);
        skip(literal.size);
        return {text, std::move(literal.json)};
    }

    std::string_view rest;
};

}
