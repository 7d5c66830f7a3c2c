#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// The forms in which texts may contain a character of a value. In each list, no form is the
// beginning of another one.

// The levels of JSON in JSON: a tool's answer is JSON in a JSON string, and may contain a file that
// is JSON again.
constexpr std::size_t deepest_escape = 3;

struct Character {
    std::string_view bytes;
    std::uint32_t code = 0; // the code point; meaningless if the value is not UTF-8
};

std::vector<Character> characters_of(std::string_view value);

// True for a letter or a digit, which need no escape, but may have one in any format.
bool is_bare(const Character& character);
std::vector<std::string> forms_of_bare(const Character& character);

std::vector<std::string> forms_in_url(const Character& character, bool is_text);
std::vector<std::string> forms_in_json(const Character& character, std::size_t depth);

// Returns the byte itself; for whitespace all kinds of it, since messages have a space in place of
// a newline.
std::vector<std::string> forms_of_byte(char c);

// Returns the forms of a base64 character in both alphabets, and in a URL or JSON.
std::vector<std::string> forms_in_base64(char c);

}
