#include "agent/liquid/lexer.hpp"

#include "agent/liquid/characters.hpp"
#include "agent/liquid/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace agent::liquid {

using namespace toolkit;

static std::size_t digits_at(std::string_view source)
{
    return static_cast<std::size_t>(
        std::find_if_not(source.begin(), source.end(), text::is_digit) - source.begin());
}

static std::size_t name_at(std::string_view source)
{
    if (source[0] != '_' && (!text::is_letter_or_digit(source[0]) || text::is_digit(source[0])))
        return 0;
    const std::size_t size = text::name_length(source, "_-");
    return size < source.size() && source[size] == '?' ? size + 1 : size;
}

static Token number_at(std::string_view source, std::size_t offset)
{
    const std::size_t sign = source[0] == '-' ? 1 : 0;
    std::size_t size = sign + digits_at(source.substr(sign));
    if (size == sign)
        return {Token::Kind::end, {}, offset};
    auto kind = Token::Kind::integer;
    const auto rest = source.substr(size);
    if (rest.size() > 1 && rest[0] == '.' && text::is_digit(rest[1])) {
        kind = Token::Kind::decimal;
        size += 1 + digits_at(rest.substr(1));
    }
    return {kind, source.substr(0, size), offset};
}

static Token text_at(std::string_view source, std::size_t offset)
{
    const auto end = source.find(source[0], 1);
    if (end == std::string_view::npos)
        throw wrong(offset, "a text has no closing quote");
    return {Token::Kind::text, source.substr(1, end - 1), offset};
}

// At `source`, which is not empty and does not begin with whitespace.
static Token token_at(std::string_view source, std::size_t offset)
{
    static constexpr std::array<std::string_view, 7> comparisons {
        "==", "!=", "<>", "<=", ">=", "<", ">"};
    if (source[0] == '"' || source[0] == '\'')
        return text_at(source, offset);
    if (const Token number = number_at(source, offset); number.kind != Token::Kind::end)
        return number;
    if (const std::size_t name = name_at(source); name > 0) {
        const auto word = source.substr(0, name);
        return {word == "contains" ? Token::Kind::comparison : Token::Kind::name, word, offset};
    }
    for (const auto comparison : comparisons)
        if (source.starts_with(comparison))
            return {Token::Kind::comparison, comparison, offset};
    if (source.starts_with(".."))
        return {Token::Kind::range, source.substr(0, 2), offset};
    if (text::is_one_of(source[0], "|.:,[]()="))
        return {Token::Kind::mark, source.substr(0, 1), offset};
    const std::size_t size = std::max<std::size_t>(1, byte_of_character(source, 1));
    throw wrong(offset, "unexpected " + text::in_quotes(source.substr(0, size)));
}

std::vector<Token> tokens_of(std::string_view source, std::size_t offset)
{
    std::vector<Token> tokens;
    for (;;) {
        const std::size_t before = source.size();
        source = without_leading_whitespace(source);
        offset += before - source.size();
        if (source.empty())
            break;
        tokens.push_back(token_at(source, offset));
        const Token& last = tokens.back();
        const std::size_t size = last.text.size() + (last.kind == Token::Kind::text ? 2 : 0);
        source.remove_prefix(size);
        offset += size;
    }
    tokens.push_back({Token::Kind::end, {}, offset});
    return tokens;
}

const Token& Tokens::after_next() const { return tokens[std::min(place + 1, tokens.size() - 1)]; }

bool Tokens::at_mark(std::string_view mark) const
{
    return at(Token::Kind::mark) && next().text == mark;
}

bool Tokens::at_word(std::string_view word) const
{
    return at(Token::Kind::name) && next().text == word;
}

Token Tokens::take()
{
    const Token token = next();
    if (token.kind != Token::Kind::end)
        ++place;
    return token;
}

bool Tokens::take_mark(std::string_view mark) { return at_mark(mark) && (take(), true); }

bool Tokens::take_word(std::string_view word) { return at_word(word) && (take(), true); }

static TemplateError unexpected(const Token& token, std::string_view what)
{
    const std::string found
        = token.kind == Token::Kind::end ? "the end" : text::in_quotes(token.text);
    return wrong(token.offset, "expected " + std::string(what) + ", found " + found);
}

Token Tokens::expect(Token::Kind kind, std::string_view what)
{
    if (!at(kind))
        throw unexpected(next(), what);
    return take();
}

void Tokens::expect_mark(std::string_view mark)
{
    if (!take_mark(mark))
        throw unexpected(next(), text::in_quotes(mark));
}

void Tokens::expect_end()
{
    if (!at(Token::Kind::end))
        throw unexpected(next(), "the end");
}

std::size_t Tokens::end_of_last() const
{
    if (place == 0)
        return tokens.front().offset;
    const Token& last = tokens[place - 1];
    return last.offset + last.text.size() + (last.kind == Token::Kind::text ? 2 : 0);
}

}
