#include "fuzz.hpp"

#include "frontends/chat/code_blocks.hpp"
#include "frontends/chat/reversed_diff.hpp"

#include <algorithm>

using namespace frontends::chat;

// A diff of files that a stranger has written keeps its lines when it is turned round, and the code
// blocks of an answer have nothing that it has not.
void fuzz(std::string_view input)
{
    const auto lines
        = [](std::string_view text) { return std::count(text.begin(), text.end(), '\n'); };
    const std::string other = reversed_diff(input);
    must(lines(other) == lines(input) || lines(other) == lines(input) + 1);
    std::size_t size = 0;
    for (const auto& block : code_blocks(input))
        size += block.size();
    must(size <= input.size() + 1);
}
