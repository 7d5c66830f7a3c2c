#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::redaction {

// Shapes that secrets are known to have.

// The bounds of a secret of a shape. Two lines: that of its anchor and the next one. Quotes: those
// after its anchor, or 2 KiB. Match: the longest text that its pattern can match, at most 2 KiB.
// Indented: the block of YAML after its anchor, which ends with a colon; it has no pattern.
enum class Extent { word, line, two_lines, quotes, match, indented, block };

// The form that a secret of a shape must have. Chosen: neither the word "password", "passwd" or
// "pass" nor a placeholder. Key: has digits and letters. Mixed: has at least three runs of letters
// or digits. Token: a key that is mixed or has at least ten characters. Generated: has a word of at
// least ten characters without a sign and with at least five runs. Variable: anything but a number
// like 0x10100. Pair: "user:password" in base64.
enum class Likeness { any, variable, chosen, key, mixed, token, generated, pair };

struct SecretShape {
    std::string name; // "GitHub token"
    std::vector<std::string> anchors; // each secret begins with one of these
    std::string
        // RE2, at an anchor; the secret is its first group that is not empty; without one, all of
        // it
        pattern;
    Extent extent = Extent::word;
    bool any_case = false; // of the anchors
    bool needs_start = true; // no letter or digit precedes it
    Likeness likeness = Likeness::any; // others are ordinary words
    std::string ends
        // of a pattern that looks at longest_looked_at bytes: what the rest of a longer secret ends
        // at
        = {};
    bool is_beginning
        = false; // the pattern finds how a value begins: see agent/redaction/quoted_value.hpp
    // Its anchors are names with their assignment sign, at most max_assigned_name bytes, and `ends`
    // has all blanks, quotes and backslashes: so an assignment within the value ends where it does.
    bool is_assignment = false;
};

const std::vector<SecretShape>& secret_shapes();

// A secret is looked at for so many bytes. The rest of a longer one is what continues without a
// blank, a quote or a separator; of a block, what continues as base64.
constexpr std::size_t max_shape = 64 << 10;

// The number of bytes of a value that most patterns look at: more would cost time after each name
// in a text. SecretShape::ends has the characters that end the rest of a longer value.
constexpr std::size_t longest_looked_at = 255;

constexpr std::size_t max_assigned_name = 48;

// The end of a text that may continue, kept as that grows.
struct TextEnd {
    // Adds `piece`, which begins at `at` in the text.
    void add(std::string_view piece, std::size_t at);

    std::size_t word = 0; // where its last word begins
    std::size_t line = 0; // and its last line
    std::size_t line_before = 0; // and the line before that
};

// The maximum length of a secret of the extent "quotes" or "match", in bytes.
constexpr std::size_t max_quoted = 2 << 10;

// Could what follows this assignment be in quotes that are not closed in this text?
bool is_open_quote(std::string_view assignment);

// Could a secret of the extent "block" that begins like this continue after it?
bool is_open_block(std::string_view block);

// May a secret of the shape begin at `at`, going by what is before it?
bool may_begin(const SecretShape& shape, std::string_view text, std::size_t at);

bool has_digit_and_letter(std::string_view text);

bool looks_like(std::string_view secret, Likeness likeness);

// True if `secret` is a token of the examples of the OAuth RFCs (5849, 6749, 6750, 7009), which are
// in the documents of many programs.
bool is_published_example(std::string_view secret);

// The tokens that providers give out, by the fixed text that each kind of them begins with.
std::vector<SecretShape> tokens_of_clouds();
std::vector<SecretShape> tokens_of_forges();
std::vector<SecretShape> tokens_of_models();
std::vector<SecretShape> tokens_of_builders();
std::vector<SecretShape> tokens_of_services();
std::vector<SecretShape> tokens_of_payments();

}
