#include "fuzz.hpp"

#include "tools/exec/git/git_config.hpp"

using namespace exec::git;

// A config of git: it may be anything, and no more comes of it than stands in it.
void fuzz(std::string_view input)
{
    const GitConfig config = read_git_config(input);
    must(config.words.size() <= 2 * input.size());
    for (const auto* some : {&config.words, &config.included, &config.hooks, &config.templates})
        for (const std::string& text : *some)
            must(text.size() <= input.size());
}
