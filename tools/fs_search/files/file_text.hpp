#pragma once

#include "toolkit/system/file.hpp"

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fs_search::files {

using namespace toolkit;

// Memory to read files into, which begins with a page: where the target of a copy lies 16 bytes
// behind the start of one, as large blocks of malloc() do, AMD's Zen 3 copies from the page cache
// at a quarter of its speed.
class Pages {
public:
    Pages() = default;
    explicit Pages(std::size_t size) { resize(size); }
    Pages(Pages&& other) noexcept;
    Pages& operator=(Pages&& other) noexcept;
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages();

    // Keeps what is there, perhaps elsewhere; what is new is zero. Throws std::bad_alloc.
    void resize(std::size_t bytes);

    char* data() const { return begin; }
    std::size_t size() const { return length; }

private:
    char* begin = nullptr;
    std::size_t length = 0;
};

// What does it mean where a read of a regular file gives fewer bytes than were asked for, and does
// not end with a page? With a page ends also what can be read before one that can't.
enum class ShortRead { may_go_on, is_the_end };

// The device of an open file or directory, where its file system is one of those on which a short
// read is the end of a regular file; else none. To be called before a sandbox is entered, which
// leaves no statfs.
std::optional<dev_t> device_with_whole_reads(const File& file);

// Of the files directly in a directory. Only the directory is looked at: where something is mounted
// on a single file, that is taken for one of its kind.
ShortRead short_read_in(const File& directory, const std::optional<dev_t>& device_with_whole_reads);

// Was the file cut, or written in place, between these looks at it? Then some of what was read may
// be older than the rest. What more stands at its end does not change what stands before.
bool is_written_anew(const struct stat& before, const struct stat& now);

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

// Which bytes of a file make a block.
struct BlockRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Reads the lines of a file that begin in a range of its bytes.
class LineBlock {
public:
    // The memory grows where a line is long, up to about `longest` bytes: what is left of the line
    // is not read then.
    bool read(const File& file, const BlockRange& range, std::size_t longest);

    // Those that read() has read, to be changed at will. Only the last of the file may lack a line
    // break.
    std::span<char> lines() const { return {bytes() + first, end - first}; }

    // Is the last line longer than that?
    bool is_cut() const { return cut; }

    // Does no line follow?
    bool is_last() const { return is_at_end && end == filled; }

    // Up to where the file was read; 0 where it ends before the range.
    std::size_t offset() const { return filled == 0 ? 0 : begin + filled; }

    // Where in the file the lines are.
    BlockRange lines_at() const { return {begin + first, begin + end}; }

    // A byte lies as far from the start of a page as in the file: else each page is copied to where
    // Pages says that it is slow.
    static constexpr std::size_t page = 4096;

private:
    bool fill(const File& file, std::size_t wanted);
    char* bytes() const { return memory.data() + begin % page; }

    Pages memory;
    std::size_t begin = 0; // in the file, of what is in memory
    std::size_t filled = 0;
    std::size_t first = 0; // of the lines, in bytes()
    std::size_t end = 0;
    bool is_at_end = false;
    bool cut = false;
};

}
