#pragma once

#include "frontends/screen/line.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace frontends::screen {

// Parses Markdown with cmark-gfm: with tables, strikethrough and task lists.

struct FreeNode {
    void operator()(cmark_node* node) const { cmark_node_free(node); }
};

using MarkdownTree = std::unique_ptr<cmark_node, FreeNode>;

MarkdownTree parse_markdown(std::string_view source);

// Must be called before the process may no longer allocate memory that a library keeps for good.
void prepare_markdown();

// A top-level block, or an item of a top-level list.
struct Slice {
    std::size_t begin; // offset in the source; 0 for the first one
    std::size_t content; // offset of the block itself
    bool continues; // an item other than the first
    bool is_table;

    struct Fence {
        char letter = 0; // 0: no fenced block
        std::size_t length = 0;
        std::size_t indent = 0;
    } fence;
};

std::vector<Slice> slices_of(std::string_view source);

// Returns the offset of each line.
std::vector<std::size_t> line_begins(std::string_view source);

// Returns the inlines of a block; a hard break begins another line. A link and an image are shown
// as their label and, in parentheses, the full address.
Lines inline_lines(cmark_node* block, Style style, const Palette& palette);

}
