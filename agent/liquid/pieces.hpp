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
    std::string_view content; // text between the marks of an output or a tag
    std::size_t offset = 0; // offset of `content`
    // The first word of a tag, or #; `content` does not include it.
    std::string_view name = {};
};

// Splits a source into pieces. {{- and {%- remove the whitespace before them, -}} and -%} that
// after them.
class Pieces {
public:
    explicit Pieces(std::string_view source)
        : source(source)
    {
    }

    // Throws TemplateError if {{ or {% has no end, or a tag no name.
    Piece next();

    // Skip to the end tag of {% raw %} or {% comment %}, whose tag was the last piece, and past the
    // end tag. until_end_of_raw() returns the skipped text.
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
    std::string_view text; // a string literal is without its quotes
    std::size_t offset; // the offset of its first byte in the template
};

// Splits an expression into tokens; the last one is `end`. `offset` is the place of `source` in the
// template. Throws TemplateError for a character that cannot begin a token. Names consist of
// letters, digits, _ and -, and may end in ?. The word `contains` is a comparison.
std::vector<Token> tokens_of(std::string_view source, std::size_t offset);

// Iterates over tokens.
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

    Token take(); // removes and returns the next token, except the last one (`end`)
    bool take_mark(std::string_view mark); // returns false if another token follows
    bool take_word(std::string_view word);

    // Take the expected token, or throw TemplateError "expected WHAT, found …" if another one
    // follows. expect_end() requires the end and takes nothing.
    Token expect(Token::Kind kind, std::string_view what);
    void expect_mark(std::string_view mark);
    void expect_end();

    // Returns the offset of the end of the last token that was taken.
    std::size_t end_of_last() const;

private:
    std::vector<Token> tokens;
    std::size_t place = 0;
};

}
