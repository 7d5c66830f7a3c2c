#include "tokens.hpp"

#include "toolkit/text/characters.hpp"

namespace fs_edit::find {

using namespace toolkit;

bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

std::size_t skip_blanks(std::string_view text, std::size_t at)
{
    while (at < text.size() && is_blank(text[at]))
        ++at;
    return at;
}

// Where the token that begins here ends.
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
    for (std::size_t at = skip_blanks(text, 0); at < text.size();) {
        const std::size_t end = token_end(text, at);
        tokens.push_back(text.substr(at, end - at));
        at = skip_blanks(text, end);
    }
    return tokens;
}

}
