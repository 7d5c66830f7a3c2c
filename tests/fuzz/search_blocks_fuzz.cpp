#include "fuzz.hpp"

#include "toolkit/system/error.hpp"
#include "tools/fs_edit/search_blocks.hpp"

using namespace fs_edit;
using namespace toolkit;

// What is read of blocks is a part of their text.
void fuzz(std::string_view input)
{
    try {
        const auto blocks = parse_search_blocks(input, "a.txt");
        must(has_search_block(input) == !blocks.empty());
        for (const auto& [old_text, new_text] : blocks)
            must(input.find(old_text) != std::string_view::npos
                && input.find(new_text) != std::string_view::npos);
    } catch (const ToolError& error) {
        must(error.code == Code::bad_request && !error.hint.empty());
    }
}
