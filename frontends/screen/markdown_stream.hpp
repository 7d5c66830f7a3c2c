#pragma once

#include "frontends/screen/code_colours.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "frontends/screen/markdown_tree.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::screen {

// Markdown that comes in pieces. A block of the top level is finished when the next one begins, an
// item of a list likewise, and a line of a fenced block with its newline: finished lines are
// given once and forgotten. What is finished does not depend on the pieces, unless a block outgrows
// its room. No part of more than 16 KiB is ever parsed.
class MarkdownStream {
public:
    explicit MarkdownStream(const Palette& palette)
        : palette(palette)
    {
    }

    void add(std::string_view piece);

    // The lines that are finished now. Of a block that has more rows than `room` the first ones are
    // finished as they stand.
    Lines take_finished(std::size_t columns, std::size_t room);

    // The text is over: all that is left.
    Lines take_rest(std::size_t columns);

    std::size_t size() const { return pending.size(); }

    // Rows of the unfinished block: of code and tables their source.
    Lines unfinished(std::size_t columns) const;

private:
    enum class Mode { blocks, fence, plain };

    void settle(std::size_t columns);
    bool settle_blocks(std::size_t columns);
    bool settle_fence(std::size_t columns);
    bool settle_plain(std::size_t columns);
    std::size_t complete_bytes() const;
    void finish_slice(const Slice& slice, std::size_t end, std::size_t columns);
    void open_fence(const Slice& slice, std::size_t columns);
    void outgrow(std::size_t columns, std::size_t room);
    bool needs_gap() const;
    void put_gap();
    void put(Lines rows);
    void take_out(std::size_t bytes);
    void begin_anew();

    const Palette& palette;
    std::string pending;
    bool has_return = false; // a CR ended the last piece
    bool is_over = false;
    Mode mode = Mode::blocks;
    Slice::Fence fence = {};
    std::optional<CodeColours> colours;
    bool continues = false; // the first slice is an item that is not the first
    bool has_lines = false; // of this text
    Lines finished;
    Lines written; // rows of the first slice that were finished as they stood
};

}
