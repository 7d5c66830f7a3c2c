#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::liquid {

// A piece of a template's source: a text, {{ … }}, or {% … %}.
struct Piece {
    enum class Kind { text, output, tag, end };
    Kind kind = Kind::end;
    std::string_view content; // of an output and a tag the text between the marks
    std::size_t offset = 0; // of `content`
    std::string_view name = {}; // of a tag: its first word, which `content` then is without; or #
};

// Walks along a source. {{- and {%- take the whitespace before them out of the text, -}} and -%}
// that after them.
class Pieces {
public:
    explicit Pieces(std::string_view source)
        : source(source)
    {
    }

    // Throws TemplateError if {{ or {% has no end, or a tag no name.
    Piece next();

    // Of {% raw %} or {% comment %} that was the last piece: the text before its end, which is
    // taken as well.
    Piece until_end_of_raw();
    void skip_comment();

private:
    Piece text_until(std::size_t end);
    Piece marked(std::string_view close, Piece::Kind kind);

    std::string_view source;
    std::size_t place = 0;
    bool trims_next = false;
};

struct Token {
    enum class Kind { name, integer, decimal, text, range, comparison, mark, end };
    Kind kind;
    std::string_view text; // of a text without its quotes
    std::size_t offset; // of its first byte in the template
};

// The tokens of an expression, the last one `end`. `offset` is the place of `source` in the
// template. Throws TemplateError for a character that begins no token. Names are letters, digits,
// _ and -, and may end in ?; the word `contains` is a comparison.
std::vector<Token> tokens_of(std::string_view source, std::size_t offset);

// Walks along them.
class Tokens {
public:
    explicit Tokens(std::vector<Token> tokens)
        : tokens(std::move(tokens))
    {
    }

    const Token& next() const { return tokens[place]; }
    const Token& after_next() const;
    bool at(Token::Kind kind) const { return next().kind == kind; }
    bool at_mark(std::string_view mark) const;
    bool at_word(std::string_view word) const;

    Token take(); // the end stays
    bool take_mark(std::string_view mark); // false, and nothing, if it does not follow
    bool take_word(std::string_view word);

    // Throw if something else follows; `what` names what is expected.
    Token expect(Token::Kind kind, std::string_view what);
    void expect_mark(std::string_view mark);
    void expect_end();

    // The end of the last token that was taken.
    std::size_t end_of_last() const;

private:
    std::vector<Token> tokens;
    std::size_t place = 0;
};

}
