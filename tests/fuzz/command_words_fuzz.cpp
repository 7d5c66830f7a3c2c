// Reads a line as a simple command, or refuses it. What is accepted has no character with a meaning
// for a shell outside quotes, means the same when each word is quoted, and has a prefix of its own
// words.
#include "fuzz.hpp"

#include "agent/permissions/command_words.hpp"
#include "toolkit/text/shell_words.hpp"

#include <algorithm>

using namespace agent::permissions;

static std::string without_quoted(std::string_view line)
{
    std::string rest;
    char quote = 0;
    for (const char byte : line) {
        if (quote == 0 && (byte == '\'' || byte == '"'))
            quote = byte;
        else if (quote != 0 && byte == quote)
            quote = 0;
        else if (quote == 0)
            rest += byte;
        else
            must(byte != '\n' && byte != '\0'
                && (quote == '\'' || std::string_view("$`\\!").find(byte) == std::string::npos));
    }
    must(quote == 0);
    return rest;
}

void fuzz(std::string_view input)
{
    const auto words = words_of_line(input);
    if (!words)
        return;
    must(!words->empty() && is_plain_command(*words) && input.size() <= max_command);
    const std::string bare = without_quoted(input);
    must(bare.find_first_of("$`\\;&|<>(){}[]*?~#!^\n\r\t\v\f") == std::string::npos);
    must(
        std::all_of(bare.begin(), bare.end(), [](char byte) { return byte >= ' ' && byte < 127; }));
    must(words->front().find('=') == std::string::npos);
    const bool has_quote = std::any_of(words->begin() + 1, words->end(),
        [](const std::string& word) { return word.find('\'') != std::string::npos; });
    std::string again = words->front();
    for (auto word = words->begin() + 1; word != words->end(); ++word)
        again += " " + toolkit::text::shell_word(*word);
    if (!has_quote && again.size() <= max_command)
        must(words_of_line(again) == words);
    if (const auto prefix = offered_prefix(*words)) {
        must(!prefix->words.empty() && prefix->words.size() <= words->size());
        must(std::equal(prefix->words.begin(), prefix->words.end(), words->begin()));
        must(prefix->words.size() == 1 || prefix->words.back().front() != '-');
    }
}
