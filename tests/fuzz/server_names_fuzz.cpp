// What is typed of a URI is read by a template of a server without losing a part of it, and the
// words of a prompt's arguments are the same when they are quoted.
#include "fuzz.hpp"

#include "agent/mcp/prompt_arguments.hpp"
#include "agent/mcp/uri_template.hpp"

using namespace agent::mcp;

static bool has_both_quotes(const std::string& word)
{
    return word.find('"') != std::string::npos && word.find('\'') != std::string::npos;
}

static void read_uri(std::string_view text, std::string_view typed)
{
    const auto read = UriTemplate(text).read(typed);
    if (!read.fits)
        return;
    must(read.before + read.value == typed);
    must(!read.variable.empty() || !read.literal.empty());
}

static void read_words(std::string_view line)
{
    const auto words = words_of_arguments(line);
    std::string quoted;
    for (const auto& word : words) {
        if (has_both_quotes(word))
            return;
        quoted += quoted_argument(word) + " ";
    }
    must(words_of_arguments(quoted) == words);
    const std::vector<PromptArgument> declared {{"a", "", true}, {"b", "", false}};
    const auto begun = begun_argument(declared, line);
    must(begun.name.empty() || line.ends_with(begun.value));
    given_arguments(declared, words);
}

void fuzz(std::string_view input)
{
    const std::string_view text = take_text(input);
    read_uri(text, input);
    read_words(input);
}
