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

// Page-aligned memory to read files into. AMD's Zen 3 copies from the page cache at a quarter of
// its speed to an address that is 16 bytes after the start of a page, as is that of large blocks of
// malloc().
class Pages {
public:
    Pages() = default;
    explicit Pages(std::size_t size) { resize(size); }
    Pages(Pages&& other) noexcept;
    Pages& operator=(Pages&& other) noexcept;
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages();

    // Keeps the content, perhaps at another address; new bytes are zero. Throws std::bad_alloc.
    void resize(std::size_t bytes);

    char* data() const { return begin; }
    std::size_t size() const { return length; }

private:
    char* begin = nullptr;
    std::size_t length = 0;
};

// What it means if a read of a regular file returns fewer bytes than requested. It may be the end
// of the file. If it ends at a page boundary, it may also have stopped before a page that cannot be
// read.
enum class ShortRead { may_go_on, is_the_end };

// Returns the device of an open file or directory if a short read on its file system is always the
// end of a regular file, otherwise nullopt. Must be called before a sandbox is entered, which
// denies statfs.
std::optional<dev_t> device_with_whole_reads(const File& file);

// Returns what a short read means for the files directly in a directory. Examines only the
// directory: a mount over one of the files is not taken into account.
ShortRead short_read_in(const File& directory, const std::optional<dev_t>& device_with_whole_reads);

// Returns true if the file was truncated, or written in place, between these two stat(2) results,
// so that the parts that were read may be of different ages. Bytes appended to the end do not
// affect those before them.
bool is_rewritten(const struct stat& before, const struct stat& now);

// Whether a search sees the CR of a CRLF.
enum class LineEnds { without_returns, as_they_are };

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Returns the text with these newlines. Changes it in place.
std::string_view with_line_ends(std::span<char> text, LineEnds line_ends);

// Holds the text of one file at a time, in memory that is reused.
class FileText {
public:
    enum class Read { whole, too_large, failed };

    // Reads the file from its start. Returns `too_large` if it has more than `most` bytes.
    Read read(const File& file, std::size_t most, ShortRead short_read = ShortRead::may_go_on);

    // Returns the bytes that were read. Valid until text() is called.
    std::string_view bytes() const { return {memory.data(), size}; }

    // Returns the text to search: without a byte order mark, converted from UTF-16 if that has a
    // byte order mark, and with newlines as requested. May be called once after each read().
    std::string_view text(LineEnds line_ends);

    // Frees the memory that a large file needed.
    void shrink();

private:
    Pages memory;
    std::size_t size = 0;
    std::string decoded;
};

// The range of bytes of a block in its file.
struct BlockRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Reads the lines of a file that begin in a range of its bytes.
class LineBlock {
public:
    // Reads the lines that begin in `range`. The memory grows for a long line, up to about
    // `longest` bytes; the rest of the line is not read. Returns false if reading fails.
    bool read(const File& file, const BlockRange& range, std::size_t longest);

    // Returns the lines that read() has read; the caller may change them. Only the last line of the
    // file may lack a newline.
    std::span<char> lines() const { return {bytes() + first, end - first}; }

    // Returns true if read() has cut the last line because it is longer than `longest`.
    bool is_cut() const { return cut; }

    // Returns true if the file has no further lines.
    bool is_last() const { return is_at_end && end == filled; }

    // Returns the offset up to which the file was read; 0 if the file ends before the range.
    std::size_t offset() const { return filled == 0 ? 0 : begin + filled; }

    // Returns the range of the lines in the file.
    BlockRange lines_at() const { return {begin + first, begin + end}; }

    // A byte has the same offset in its page as in the file. Otherwise each page would be copied to
    // an address for which copying is slow (see Pages).
    static constexpr std::size_t page = 4096;

private:
    bool fill(const File& file, std::size_t wanted);
    char* bytes() const { return memory.data() + begin % page; }

    Pages memory;
    std::size_t begin = 0; // offset in the file of what is in memory
    std::size_t filled = 0;
    std::size_t first = 0; // start of the lines in bytes()
    std::size_t end = 0;
    bool is_at_end = false;
    bool cut = false;
};

}
