#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Shapes that secrets are known to have.

// What a secret of a shape can't go across.
enum class Extent { word, line, block };

struct SecretShape {
    std::string name; // "GitHub token"
    std::vector<std::string> anchors; // each secret begins with one of these
    std::string pattern; // RE2, at an anchor; its first group is the secret where it has one, else all of it
    Extent extent = Extent::word;
    bool any_case = false; // of the anchors
    bool needs_start = true; // no letter or digit stands before it
    bool needs_digit = false; // a secret without a digit, or without a letter, is an ordinary word
};

const std::vector<SecretShape>& secret_shapes();

// A secret is looked at for so many bytes: a longer one is cut there.
constexpr std::size_t longest_shape = 64 << 10;

// The end of a text that may go on, kept as that grows.
struct TextEnd {
    // `piece` stands at `at`.
    void add(std::string_view piece, std::size_t at);

    std::size_t word = 0; // where its last word begins
    std::size_t line = 0; // and its last line
};

// Could a secret of the extent "block" that begins like this go on behind it?
bool is_open_block(std::string_view block);

// May a secret of the shape begin at `at`, going by what is before it?
bool may_begin(const SecretShape& shape, std::string_view text, std::size_t at);

bool has_digit_and_letter(std::string_view text);
