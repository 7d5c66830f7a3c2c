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

// Memory to read files into, aligned to a page. If the target of a copy is 16 bytes after the start
// of a page, as in large blocks of malloc(), AMD's Zen 3 copies from the page cache at a quarter of
// its speed.
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

// Interprets a read of a regular file that returns fewer bytes than requested and does not end at
// the end of a page. One that ends there may also have stopped before a page that can't be read.
enum class ShortRead { may_go_on, is_the_end };

// The device of an open file or directory, where its file system is one of those on which a short
// read is the end of a regular file; else none. To be called before a sandbox is entered, which
// leaves no statfs.
std::optional<dev_t> device_with_whole_reads(const File& file);

// Returns what a short read means for the files directly in a directory. Looks only at the
// directory: a file that something is mounted on is treated like the others.
ShortRead short_read_in(const File& directory, const std::optional<dev_t>& device_with_whole_reads);

// True if the file was cut, or written in place, between these two stat(2) results. Then some of
// what was read may be older than the rest. Bytes appended at its end do not change those before.
bool is_rewritten(const struct stat& before, const struct stat& now);

// Whether a search sees the CR of a CRLF.
enum class LineEnds { without_returns, as_they_are };

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Returns the text with these line endings, in its own memory.
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
    // into UTF-8, and with these line endings. To be called once for each read().
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

    // Returns the lines that read() has read; the caller may change them. Only the last line of the
    // file may lack a newline.
    std::span<char> lines() const { return {bytes() + first, end - first}; }

    // True if read() has cut the last line because it is longer than `longest`.
    bool is_cut() const { return cut; }

    // True if the file has no line after these.
    bool is_last() const { return is_at_end && end == filled; }

    // Up to where the file was read; 0 where it ends before the range.
    std::size_t offset() const { return filled == 0 ? 0 : begin + filled; }

    // Returns the range of the lines in the file.
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
