#include "toolkit/match/tokens.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>

namespace toolkit::match {

bool is_whitespace(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

std::size_t skip_whitespace(std::string_view text, std::size_t at)
{
    while (at < text.size() && is_whitespace(text[at]))
        ++at;
    return at;
}

// Returns the end of the token at `at`.
static std::size_t token_end(std::string_view text, std::size_t at)
{
    if (!text::is_word(text[at]))
        return at + 1;
    while (at < text.size() && text::is_word(text[at]))
        ++at;
    return at;
}

std::vector<std::string_view> tokens_of(std::string_view text)
{
    constexpr std::size_t bytes_in_most_tokens = 4;
    std::vector<std::string_view> tokens;
    tokens.reserve(text.size() / bytes_in_most_tokens + 1);
    for (std::size_t at = skip_whitespace(text, 0); at < text.size();) {
        const std::size_t end = token_end(text, at);
        tokens.push_back(text.substr(at, end - at));
        at = skip_whitespace(text, end);
    }
    return tokens;
}

namespace {

// Returns true for the first byte of Chinese, Japanese and Korean characters and of all characters
// after them.
bool begins_ideograph(char letter) { return static_cast<unsigned char>(letter) >= 0xE3; }

bool continues_character(char letter)
{
    return (static_cast<unsigned char>(letter) & 0xC0U) == 0x80;
}

// Adds each ideograph, and each text between ideographs, to `parts`.
void add_characters(std::string_view token, std::vector<std::string_view>& parts)
{
    for (std::size_t at = 0; at < token.size();) {
        const bool is_ideograph = begins_ideograph(token[at]);
        std::size_t end = at + 1;
        while (end < token.size()
            && (is_ideograph ? continues_character(token[end]) : !begins_ideograph(token[end])))
            ++end;
        parts.push_back(token.substr(at, end - at));
        at = end;
    }
}

}

std::vector<std::string_view> parts_of(std::string_view text)
{
    constexpr std::size_t shortest_word = 3;
    constexpr std::size_t shortest_name = 8;
    const auto tokens = tokens_of(text);
    const auto words = std::count_if(tokens.begin(), tokens.end(),
        [](std::string_view token) { return token.size() >= shortest_word; });
    std::vector<std::string_view> parts;
    for (const std::string_view token : tokens) {
        if (std::any_of(token.begin(), token.end(), begins_ideograph))
            add_characters(token, parts);
        else if (words == 1 && token.size() >= shortest_name)
            for (std::size_t at = 0; at + shortest_word <= token.size(); ++at)
                parts.push_back(token.substr(at, shortest_word));
        else
            parts.push_back(token);
    }
    return parts;
}

}
