#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// How texts may write a character of a value: in each list, no form begins as another one does.

// JSON in JSON: a tool's answer is JSON in a JSON string, and may hold a file that is JSON again.
constexpr std::size_t deepest_escape = 3;

struct Character {
    std::string_view bytes;
    std::uint32_t code = 0; // Unicode's; meaningless where the value is not UTF-8
};

std::vector<Character> characters_of(std::string_view value);

// A letter or a digit, which nothing has to escape, and anything may.
bool is_bare(const Character& character);
std::vector<std::string> forms_of_bare(const Character& character);

std::vector<std::string> forms_in_url(const Character& character, bool is_text);
std::vector<std::string> forms_in_json(const Character& character, std::size_t depth);

// As it is. Messages have a blank in place of a line end.
std::vector<std::string> forms_of_byte(char c);

// Of base64 in both alphabets, and in a URL or JSON.
std::vector<std::string> forms_in_base64(char c);

}
