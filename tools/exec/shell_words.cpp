#include "shell_words.hpp"

#include "toolkit/json/json.hpp"

namespace exec {

bool needs_no_quotes(const std::string& word)
{
    return !word.empty()
        && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-./:,=+@%")
        == std::string::npos;
}

std::string as_shell_words(const std::string& program, const Json& arguments)
{
    std::string line;
    const auto add = [&line](const std::string& word) {
        line += line.empty() ? "" : " ";
        if (needs_no_quotes(word)) {
            line += word;
            return;
        }
        line += '\'';
        for (const char byte : word)
            line += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
        line += '\'';
    };
    if (!program.empty())
        add(program);
    for (const auto& argument : arguments)
        add(argument);
    return line;
}

}
