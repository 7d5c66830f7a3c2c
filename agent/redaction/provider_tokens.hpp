#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::redaction {

// Shapes that secrets are known to have.

// What a secret of a shape can't go across. Two lines: that of its anchor and the next one. Quotes:
// those after its anchor, or 2 KiB. Match: what its pattern can match, at most 2 KiB. Indented: the
// block of YAML after its anchor, which ends with a colon; it has no pattern.
enum class Extent { word, line, two_lines, quotes, match, indented, block };

// What it must look like. A chosen one is not just the word "password" and its like, and no
// placeholder. A key has digits and letters; in a mixed one, the other kind stands between two
// parts of one kind; a token is a key that is mixed, or of ten characters at least; in a generated
// one, ten characters without a sign between them have five parts at least. A variable has anything
// but a number like 0x10100. A pair is "user:password" in base64.
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
    // Its anchors are names of at most max_assigned_name bytes with what assigns, and `ends` has
    // all blanks, quotes and backslashes: so what stands before an end has its value there, too.
    bool is_assignment = false;
};

const std::vector<SecretShape>& secret_shapes();

// A secret is looked at for so many bytes. The rest of a longer one is what continues without a
// blank, a quote or a separator; of a block, what continues as base64.
constexpr std::size_t max_shape = 64 << 10;

// Most patterns look at so many bytes of a value, since looking further costs time after each name
// that stands in a text. The shape says what the rest ends at.
constexpr std::size_t longest_looked_at = 255;

constexpr std::size_t max_assigned_name = 48;

// The end of a text that may continue, kept as that grows.
struct TextEnd {
    // `piece` stands at `at`.
    void add(std::string_view piece, std::size_t at);

    std::size_t word = 0; // where its last word begins
    std::size_t line = 0; // and its last line
    std::size_t line_before = 0; // and the line before that
};

// Of a secret of the extent "quotes" or "match".
constexpr std::size_t max_quoted = 2 << 10;

// Could what follows this assignment be in quotes that are not closed in this text?
bool is_open_quote(std::string_view assignment);

// Could a secret of the extent "block" that begins like this continue after it?
bool is_open_block(std::string_view block);

// May a secret of the shape begin at `at`, going by what is before it?
bool may_begin(const SecretShape& shape, std::string_view text, std::size_t at);

bool has_digit_and_letter(std::string_view text);

bool looks_like(std::string_view secret, Likeness likeness);

// Is it a token of the examples of an RFC, which is in the documents of half the programs that
// speak OAuth?
bool is_published_example(std::string_view secret);

// The tokens that providers give out, by the fixed text that each kind of them begins with.
std::vector<SecretShape> tokens_of_clouds();
std::vector<SecretShape> tokens_of_forges();
std::vector<SecretShape> tokens_of_models();
std::vector<SecretShape> tokens_of_builders();
std::vector<SecretShape> tokens_of_services();
std::vector<SecretShape> tokens_of_payments();

}
