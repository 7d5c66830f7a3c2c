#include "runner/terminal/verdict.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>

namespace runner::terminal {

using namespace toolkit;

Verdict read_verdict(std::string_view line)
{
    const std::string_view text = text::stripped(line);
    const auto end = std::find_if_not(
        text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    const std::string word = text::in_lower_case({text.begin(), end});
    std::string_view rest = text.substr(word.size());
    if (word == "n" || word == "no") {
        while (!rest.empty()
            && (std::ispunct(static_cast<unsigned char>(rest[0])) != 0 || rest[0] == ' '))
            rest.remove_prefix(1);
        return {Verdict::Word::no, text::printable(rest)};
    }
    if (!rest.empty())
        return {};
    if (word == "y" || word == "yes")
        return {Verdict::Word::yes};
    if (word == "a" || word == "always")
        return {Verdict::Word::always};
    return {};
}

std::size_t read_choice(std::string_view line, std::size_t count)
{
    const std::string_view word = text::stripped(line);
    if (word.empty())
        return 1;
    const bool is_digit = word.size() == 1 && word[0] >= '1' && word[0] <= '9';
    const std::size_t number = is_digit ? static_cast<std::size_t>(word[0] - '0') : 0;
    return number <= count ? number : 0;
}

}
