#include "agent/liquid/pieces.hpp"

#include "agent/liquid/characters.hpp"
#include "agent/liquid/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace agent::liquid {

using namespace toolkit;

Piece Pieces::text_until(std::size_t end)
{
    std::string_view content = source.substr(place, end - place);
    const bool trims_end = end + 2 < source.size() && source[end + 2] == '-';
    if (trims_next)
        content = without_leading_whitespace(content);
    if (trims_end)
        content = without_trailing_whitespace(content);
    trims_next = false;
    place = end;
    return {Piece::Kind::text, content, static_cast<std::size_t>(content.data() - source.data())};
}

// Reads a piece that begins here with {{ or {%.
Piece Pieces::marked(std::string_view close, Piece::Kind kind)
{
    const std::size_t begin = place;
    const std::string open(source.substr(place, 2));
    std::size_t inner = place + 2;
    if (inner < source.size() && source[inner] == '-')
        ++inner;
    const auto end = source.find(close, inner);
    if (end == std::string_view::npos)
        throw wrong(begin, open + " has no " + std::string(close));
    place = end + close.size();
    trims_next = end > inner && source[end - 1] == '-';
    return {kind, source.substr(inner, end - inner - (trims_next ? 1 : 0)), inner};
}

static Piece with_name(Piece piece)
{
    const auto content = without_leading_whitespace(piece.content);
    std::size_t size = text::name_length(content, "_");
    if (content.starts_with('#'))
        size = 1;
    if (size == 0)
        throw wrong(piece.offset, "a tag has no name");
    piece.name = content.substr(0, size);
    const auto rest = content.substr(size);
    piece.offset += static_cast<std::size_t>(rest.data() - piece.content.data());
    piece.content = rest;
    return piece;
}

Piece Pieces::next()
{
    if (place == source.size())
        return {.content = {}, .offset = place};
    const auto output = std::min(source.find("{{", place), source.size());
    const auto tag = std::min(source.find("{%", place), source.size());
    if (std::min(output, tag) > place)
        return text_until(std::min(output, tag));
    return output < tag ? marked("}}", Piece::Kind::output)
                        : with_name(marked("%}", Piece::Kind::tag));
}

// The position of {% NAME %} at or after `from`.
struct TagPlace {
    std::size_t begin = std::string_view::npos;
    std::size_t end = 0;
    bool trims_next = false;
};

static TagPlace find_tag(std::string_view source, std::string_view name, std::size_t from)
{
    for (auto begin = source.find("{%", from); begin != std::string_view::npos;
         begin = source.find("{%", begin + 1)) {
        auto rest = source.substr(begin + 2);
        rest.remove_prefix(rest.starts_with('-') ? 1 : 0);
        rest = without_leading_whitespace(rest);
        if (!rest.starts_with(name))
            continue;
        rest = without_leading_whitespace(rest.substr(name.size()));
        const bool trims = rest.starts_with('-');
        rest.remove_prefix(trims ? 1 : 0);
        if (rest.starts_with("%}"))
            return {begin, static_cast<std::size_t>(rest.data() - source.data()) + 2, trims};
    }
    return {};
}

Piece Pieces::until_end_of_raw()
{
    const TagPlace found = find_tag(source, "endraw", place);
    if (found.begin == std::string_view::npos)
        throw wrong(place, "{% raw %} has no {% endraw %}");
    const Piece piece {Piece::Kind::text, source.substr(place, found.begin - place), place};
    place = found.end;
    trims_next = found.trims_next;
    return piece;
}

void Pieces::skip_comment()
{
    const std::size_t begin = place;
    for (std::size_t depth = 1; depth > 0;) {
        const auto tag = source.find("{%", place);
        if (tag == std::string_view::npos)
            throw wrong(begin, "{% comment %} has no {% endcomment %}");
        place = tag;
        const Piece piece = marked("%}", Piece::Kind::tag);
        const auto content = without_leading_whitespace(piece.content);
        const auto name = content.substr(0, text::name_length(content, "_"));
        if (name == "raw")
            until_end_of_raw();
        depth += name == "comment" ? 1 : 0;
        depth -= name == "endcomment" ? 1 : 0;
    }
}

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

// Reads the token at the beginning of `source`, which is not empty and does not begin with
// whitespace.
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
