#include "agent/calls/literal.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::calls {

using namespace toolkit;

namespace {

// Thrown if the text is not a literal.
struct NoLiteral { };

// Reads a literal and converts it to JSON at the same time.
class LiteralReader {
public:
    LiteralReader(std::string_view text, bool has_keywords)
        : rest(text)
        , size(text.size())
        , has_keywords(has_keywords)
    {
    }

    Literal read()
    {
        do
            read_token();
        while (!open.empty());
        return {std::move(json), size - rest.size()};
    }

private:
    void read_token();
    void open_bracket(char byte);
    void close_bracket(char byte);
    void read_word();
    void read_string(std::string_view quote);
    void read_escape(std::string_view quote);
    void put_in_string(char byte);
    char next() const { return rest.empty() ? '\0' : rest.front(); }
    void skip_whitespace()
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    }

    std::string_view rest;
    std::size_t size;
    bool has_keywords;
    std::string json;
    std::string open; // closing brackets of the open ones, the innermost last
};

}

void LiteralReader::open_bracket(char byte)
{
    static constexpr std::size_t max_depth = 64; // the limit of the JSON parser
    if ((byte == '(') != (open.empty() && has_keywords) || open.size() == max_depth)
        throw NoLiteral {};
    open += byte == '[' ? ']' : byte == '{' ? '}' : ')';
    json += byte == '(' ? '{' : byte;
    rest.remove_prefix(1);
}

void LiteralReader::close_bracket(char byte)
{
    if (!open.ends_with(byte))
        throw NoLiteral {};
    open.pop_back();
    if (json.ends_with(','))
        json.pop_back();
    json += byte == ')' ? '}' : byte;
    rest.remove_prefix(1);
}

// Reads a word: true, True, null, None, a name before ':' or '=', or a number.
void LiteralReader::read_word()
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> values {
        {{"true", "true"}, {"True", "true"}, {"false", "false"}, {"False", "false"},
            {"null", "null"}, {"None", "null"}}};
    const std::string_view word = rest.substr(0, text::name_length(rest, "_-+."));
    if (word.empty())
        throw NoLiteral {};
    rest.remove_prefix(word.size());
    skip_whitespace();
    const bool is_keyword = has_keywords && open.size() == 1 && next() == '=';
    if (is_keyword || (next() == ':' && open.ends_with('}'))) {
        json += '"' + std::string(word) + "\":";
        rest.remove_prefix(1);
        return;
    }
    const auto* const value = std::find_if(
        values.begin(), values.end(), [&](const auto& known) { return known.first == word; });
    if (value == values.end() && !text::is_digit(word.back()))
        throw NoLiteral {};
    json += value == values.end() ? word : value->second;
}

void LiteralReader::put_in_string(char byte)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(byte);
    if (byte == '"')
        json += "\\\"";
    else if (byte == '\n' || byte == '\t' || byte == '\r')
        json += byte == '\n' ? "\\n" : byte == '\t' ? "\\t" : "\\r";
    else if (code < 0x20)
        json += std::string("\\u00") + digits[code / 16] + digits[code % 16];
    else
        json += byte;
}

static bool has_hex_digits(std::string_view text, std::size_t count)
{
    return text.size() >= count && text.find_first_not_of("0123456789abcdefABCDEF") >= count;
}

// Reads an escape. If JSON does not know it, its backslash is a character: "\d" becomes "\\d".
void LiteralReader::read_escape(std::string_view quote)
{
    const char kind = rest.size() < 2 ? '\0' : rest[1];
    const std::string_view digits = rest.substr(std::min<std::size_t>(2, rest.size()));
    const bool is_python = quote[0] == '\'' || has_keywords;
    std::size_t taken = 2;
    if (kind == '\'' || kind == '\n') {
        json += kind == '\'' ? "'" : is_python ? "" : "\\n";
    } else if (is_python && kind == 'x' && has_hex_digits(digits, 2)) {
        json += "\\u00" + std::string(digits.substr(0, 2));
        taken = 4;
    } else if (text::is_one_of(kind, "\"\\/bfnrt") || (kind == 'u' && has_hex_digits(digits, 4))) {
        json += rest.substr(0, 2);
    } else {
        json += "\\\\";
        taken = 1;
    }
    rest.remove_prefix(taken);
}

void LiteralReader::read_string(std::string_view quote)
{
    static constexpr std::string_view gemma = "<|\"|>";
    rest.remove_prefix(quote.size());
    json += '"';
    while (!rest.starts_with(quote)) {
        if (rest.empty())
            throw NoLiteral {};
        if (next() == '\\' && quote != gemma) {
            read_escape(quote);
            continue;
        }
        if (next() == '\\')
            json += '\\';
        put_in_string(next());
        rest.remove_prefix(1);
    }
    json += '"';
    rest.remove_prefix(quote.size());
}

void LiteralReader::read_token()
{
    static constexpr std::array<std::string_view, 5> quotes {"<|\"|>", "\"\"\"", "'''", "\"", "'"};
    skip_whitespace();
    const char byte = next();
    if (byte == '{' || byte == '[' || byte == '(')
        return open_bracket(byte);
    if (open.empty())
        throw NoLiteral {};
    if (byte == '}' || byte == ']' || byte == ')')
        return close_bracket(byte);
    if (byte == ',' || byte == ':') {
        json += byte;
        rest.remove_prefix(1);
        return;
    }
    const auto* const quote = std::find_if(
        quotes.begin(), quotes.end(), [&](std::string_view one) { return rest.starts_with(one); });
    if (quote == quotes.end())
        read_word();
    else
        read_string(*quote);
}

static Literal read_literal(std::string_view text, bool has_keywords)
{
    try {
        return LiteralReader(text, has_keywords).read();
    } catch (const NoLiteral&) {
        return {};
    }
}

Literal literal_at(std::string_view text) { return read_literal(text, false); }

Literal keywords_at(std::string_view text) { return read_literal(text, true); }

}
