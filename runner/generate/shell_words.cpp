#include "runner/generate/shell_words.hpp"

namespace runner::generate {

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

std::string shell_quoted(const std::string& text)
{
    return "'" + replaced(text, "'", "'\\''") + "'";
}

std::string fish_quoted(const std::string& text)
{
    return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string zsh_item(const std::string& name, const std::string& help)
{
    return " \\\n      " + shell_quoted(replaced(name, ":", "\\:") + ":" + help);
}

}
