#pragma once

#include "frontends/screen/line.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace frontends::screen {

// Markdown as cmark-gfm reads it: with tables, strikethrough and task lists.

struct FreeNode {
    void operator()(cmark_node* node) const { cmark_node_free(node); }
};

using MarkdownTree = std::unique_ptr<cmark_node, FreeNode>;

MarkdownTree parse_markdown(std::string_view source);

// To be called before the process may not allocate what a library keeps for good.
void prepare_markdown();

// A block of the top level, or an item of a list there.
struct Slice {
    std::size_t begin; // in the source; the first one is at 0
    std::size_t content; // where the block itself begins
    bool continues; // an item that is not the first

    struct Fence {
        char letter = 0; // 0: no fenced block
        std::size_t length = 0;
        std::size_t indent = 0;
    } fence;
};

std::vector<Slice> slices_of(std::string_view source);

// Where each line begins.
std::vector<std::size_t> line_begins(std::string_view source);

// The inlines of a block; a hard break begins another line. A link is its label and, in
// parentheses, its address in full; so is an image.
Lines inline_lines(cmark_node* block, Style style, const Palette& palette);

}
