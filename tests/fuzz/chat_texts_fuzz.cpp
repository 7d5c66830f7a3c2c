#include "fuzz.hpp"

#include "frontends/chat/code_blocks.hpp"

using namespace frontends::chat;

// The code blocks of an answer have nothing that it has not.
void fuzz(std::string_view input)
{
    std::size_t size = 0;
    for (const auto& block : code_blocks(input))
        size += block.size();
    must(size <= input.size() + 1);
}
