#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::redaction {

// The known shapes of secrets.

// The bounds of a secret of a shape. Two lines: the line of its anchor and the next one. Quotes:
// the quotes after its anchor, at most 2 KiB. Match: the longest text that its pattern can match,
// at most 2 KiB. Indented: the block of YAML after its anchor, which ends with a colon; it has no
// pattern.
enum class MatchScope { word, line, two_lines, quotes, match, indented, block };

// The form that a secret of a shape must have. Chosen: neither the word "password", "passwd" or
// "pass" nor a placeholder. Key: has digits and letters. Mixed: has at least three runs of letters
// or digits. Token: a key that is mixed or has at least ten characters. Generated: has a word of at
// least ten characters without a sign and with at least five runs. Variable: anything but a number
// like 0x10100. Pair: "user:password" in base64.
enum class Likeness { any, variable, chosen, key, mixed, token, generated, pair };

struct SecretShape {
    std::string name; // "GitHub token"
    std::vector<std::string> anchors; // each secret begins with one of them
    // RE2, matched at an anchor. The secret is its first group that is not empty; the whole match
    // if it has no groups.
    std::string pattern;
    MatchScope extent = MatchScope::word;
    bool any_case = false; // applies to the anchors
    bool needs_start = true; // must not follow a letter or digit
    Likeness likeness = Likeness::any; // other matches are ordinary words
    // The characters that end the rest of a longer secret, if the pattern examines
    // max_inspected bytes.
    std::string ends = {};
    // The pattern finds how a value begins: see agent/redaction/quoted_value.hpp.
    bool is_beginning = false;
    // Set if the anchors are names with their assignment sign, of at most max_assigned_name bytes,
    // and `ends` has all whitespace, quotes and backslashes: an assignment within the value ends
    // where the value does.
    bool is_assignment = false;
};

const std::vector<SecretShape>& secret_shapes();

// The number of bytes of a secret that are examined. The rest of a longer one continues to
// whitespace, a quote or a separator; that of a block as long as it is base64.
constexpr std::size_t max_shape = 64 << 10;

// The number of bytes of a value that most patterns examine: more would cost time after each name
// in a text. SecretShape::ends has the characters that end the rest of a longer value.
constexpr std::size_t max_inspected = 255;

constexpr std::size_t max_assigned_name = 48;

// Tracks the end of a text that may continue.
struct TextEnd {
    // Adds `piece`, which begins at `at` in the text.
    void add(std::string_view piece, std::size_t at);

    std::size_t word = 0; // the beginning of its last word
    std::size_t line = 0; // the beginning of its last line
    std::size_t line_before = 0; // the beginning of the line before
};

// The maximum length of a secret of the extent "quotes" or "match", in bytes.
constexpr std::size_t max_quoted = 2 << 10;

// True if the value of this assignment may be in quotes that are not closed in this text.
bool is_open_quote(std::string_view assignment);

// True if a secret of the extent "block" that begins with this text may continue after it.
bool is_open_block(std::string_view block);

// True if a secret of the shape may begin at `at`, judged by the bytes before it.
bool may_begin(const SecretShape& shape, std::string_view text, std::size_t at);

bool has_digit_and_letter(std::string_view text);

bool looks_like(std::string_view secret, Likeness likeness);

// True if `secret` is a token of the examples in the OAuth RFCs (5849, 6749, 6750, 7009), which the
// documentation of many programs contains.
bool is_published_example(std::string_view secret);

// Return the shapes of tokens that providers issue, by the fixed text that each kind begins with.
std::vector<SecretShape> tokens_of_clouds();
std::vector<SecretShape> tokens_of_forges();
std::vector<SecretShape> tokens_of_models();
std::vector<SecretShape> tokens_of_builders();
std::vector<SecretShape> tokens_of_services();
std::vector<SecretShape> tokens_of_payments();

}
