#include "toolkit/text/shell_words.hpp"

namespace toolkit::text {

bool needs_no_quotes(std::string_view word)
{
    return !word.empty()
        && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-./:,=+@%")
        == std::string_view::npos;
}

std::string shell_word(std::string_view word)
{
    if (needs_no_quotes(word))
        return std::string(word);
    std::string quoted = "'";
    for (const char byte : word)
        quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
    return quoted + "'";
}

}
