#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::liquid {

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
