#pragma once

#include "frontends/screen/code_colours.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "frontends/screen/markdown_tree.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::screen {

// Formats Markdown that comes in pieces. A top-level block and an item of a list are finished when
// the next one begins, and a line of a fenced block with its newline. Finished lines are returned
// once and forgotten. The result does not depend on the pieces, unless a block outgrows its room.
// At most 16 KiB are parsed at once.
class MarkdownStream {
public:
    explicit MarkdownStream(const Palette& palette)
        : palette(palette)
    {
    }

    void add(std::string_view piece);

    // Returns the lines that are finished now. If a block other than a table has more rows than
    // `room`, its first rows are finished as they are.
    Lines take_finished(std::size_t columns, std::size_t room);

    // Ends the text, and returns the remaining lines.
    Lines take_rest(std::size_t columns);

    std::size_t size() const { return pending.size(); }

    // Returns the rows of the unfinished block; for code and tables their source.
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
    void restart();

    const Palette& palette;
    std::string pending;
    bool has_return = false; // the last piece ended with a CR
    bool is_over = false;
    Mode mode = Mode::blocks;
    Slice::Fence fence = {};
    std::optional<CodeColours> colours;
    bool continues = false; // the first slice is not the first item of its list
    bool has_lines = false; // this text has lines
    Lines finished;
    Lines written; // rows of the first slice that were finished early
};

}
