#pragma once

#include "pages.hpp"
#include "short_reads.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace fs_search::files {

using namespace toolkit;

// Does a search see the CR of a CRLF?
enum class LineEnds { without_returns, as_they_are };

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// The text with these line ends, in its own memory.
std::string_view with_line_ends(std::span<char> text, LineEnds line_ends);

// Holds the text of one file after the other, in memory that is used again.
class FileText {
public:
    enum class Read { whole, too_large, failed };

    // Reads the file from its start. `too_large` where it has more than `most` bytes.
    Read read(const File& file, std::size_t most, ShortRead short_read = ShortRead::may_go_on);

    // What was read, until text() is called.
    std::string_view bytes() const { return {memory.data(), size}; }

    // What was read, as a search sees it: without a byte order mark, UTF-16 that has one turned
    // into UTF-8, and line ends as wanted. Once for each read().
    std::string_view text(LineEnds line_ends);

    // Gives back what a large file took.
    void shrink();

private:
    Pages memory;
    std::size_t size = 0;
    std::string decoded;
};

}
