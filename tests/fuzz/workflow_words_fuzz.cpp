// A command without templates is split as wordexp of the C library splits it, or is refused; words
// that are quoted and joined are split into the same words again.
#include "fuzz.hpp"

#include "agent/workflow/words.hpp"
#include "toolkit/text/text.hpp"

#include <wordexp.h>

using namespace agent::workflow;

static std::vector<std::string> words_in(const std::string& source, Problems& problems)
{
    std::vector<std::string> words;
    for (const auto& word : words_of({.scalar = source, .text = source}, problems))
        words.push_back(word.text);
    return words;
}

static std::string quoted(const std::vector<std::string>& words)
{
    std::string all;
    for (const auto& word : words) {
        all += " '";
        for (const char letter : word)
            all += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        all += "'";
    }
    return all;
}

// Without spaces, tabs and newlines around it.
static std::string stripped_command(const std::string& source)
{
    const auto begin = source.find_first_not_of(" \t\n");
    const auto end = source.find_last_not_of(" \t\n");
    return begin == std::string::npos ? "" : source.substr(begin, end + 1 - begin);
}

void fuzz(std::string_view input)
{
    if (!toolkit::text::is_utf8(input) || input.find('\0') != std::string_view::npos)
        return;
    const std::string source(input);
    Problems problems;
    const auto words = words_in(source, problems);
    must(words.empty() != problems.empty());
    if (words.empty() || source.find_first_of("{}") != std::string::npos)
        return;
    must(words_in(quoted(words), problems) == words && problems.empty());
    // wordexp takes newlines in quotes for ends of commands, and empty quotes for words.
    const std::string command = stripped_command(source);
    if (command.find('\n') != std::string::npos || source.find("''") != std::string::npos
        || source.find("\"\"") != std::string::npos)
        return;
    wordexp_t expanded {};
    if (wordexp(command.c_str(), &expanded, WRDE_NOCMD) != 0)
        return;
    must(words
        == std::vector<std::string>(expanded.we_wordv, expanded.we_wordv + expanded.we_wordc));
    wordfree(&expanded);
}
