#include "toolkit/reading/page.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace toolkit::reading {

namespace {

constexpr std::size_t step = std::size_t {256} * 1024;

// Reads a file from its beginning, piece by piece.
class Source {
public:
    Source(const File& file, std::string_view name, std::int64_t most)
        : file(file)
        , name(name)
        , most(most)
    {
        constexpr off_t bytes_of_block = 512;
        const struct stat status = system::status_of(file, name);
        has_holes = status.st_blocks * bytes_of_block < status.st_size;
    }

    // Returns buffered bytes at the current position; empty only at the end of the file.
    std::string_view rest()
    {
        if (at == buffer.size()) {
            start += static_cast<std::int64_t>(buffer.size());
            buffer = system::read_range(file, name, start, step);
            at = 0;
        }
        return std::string_view(buffer).substr(at);
    }

    void take(std::size_t count)
    {
        at += count;
        taken += static_cast<std::int64_t>(count);
        if (taken > most)
            throw ToolError(Code::too_large,
                "cannot find the lines in " + text::in_quotes(name) + ": more than "
                    + std::to_string(most) + " bytes would have to be searched",
                "'offsetBytes' reads any part; the operator can raise "
                "--max-scan-bytes");
    }
    std::int64_t offset() const { return start + static_cast<std::int64_t>(at); }

    // Skips to the next line.
    void skip_line()
    {
        for (std::string_view piece = rest(); !piece.empty(); piece = rest()) {
            const std::size_t end = piece.find('\n');
            take(end == std::string_view::npos ? piece.size() : end + 1);
            if (end != std::string_view::npos)
                return;
            skip_hole();
        }
    }

    // Returns up to `most` bytes of the current line, including its newline.
    std::string line(std::size_t most)
    {
        std::string bytes;
        for (std::string_view piece = rest(); !piece.empty() && bytes.size() < most;
             piece = rest()) {
            const std::size_t end = piece.find('\n');
            const std::size_t whole = end == std::string_view::npos ? piece.size() : end + 1;
            const std::size_t count = std::min(whole, most - bytes.size());
            bytes += piece.substr(0, count);
            take(count);
            if (bytes.ends_with('\n'))
                break;
        }
        return bytes;
    }

private:
    // Skips a hole, which has no newline. If the file changes meanwhile, the position may be
    // elsewhere in it, as with any other read.
    void skip_hole()
    {
        const off_t data = has_holes ? lseek(file.descriptor(), offset(), SEEK_DATA) : -1;
        const off_t next = has_holes && data < 0 && errno == ENXIO
            ? lseek(file.descriptor(), 0, SEEK_END)
            : data;
        if (next <= offset())
            return;
        start = next;
        buffer.clear();
        at = 0;
    }

    const File& file;
    std::string_view name;
    std::int64_t most;
    std::int64_t taken = 0;
    bool has_holes = false;
    std::string buffer;
    std::int64_t start = 0; // offset of the buffer in the file
    std::size_t at = 0;
};

// Returns the size of the longest beginning of `line` within `most` bytes that does not split a
// character; at least 1.
std::size_t cut(std::string_view line, std::size_t most)
{
    const std::size_t boundary = text::utf8_boundary(line, most);
    return boundary > 0 ? boundary : std::max<std::size_t>(most, 1);
}

class Reader {
public:
    Reader(const File& file, std::string_view name, const WantedLines& lines)
        : source(file, name, lines.max_scan_bytes)
        , lines(lines)
    {
    }

    Page read()
    {
        number = 1;
        for (; number < lines.first && !source.rest().empty(); ++number)
            source.skip_line();
        while (number <= lines.last && !page.hit_limit && !source.rest().empty())
            add_line();
        page.last_line = number - 1;
        page.is_last = source.rest().empty() && !page.hit_limit;
        if (!page.is_last && !is_beyond_end)
            page.next_line = number;
        return std::move(page);
    }

private:
    void add_line()
    {
        const std::int64_t begin = source.offset();
        const std::string prefix
            = lines.numbers == Numbers::shown ? std::to_string(number) + '\t' : "";
        const std::size_t used = used_bytes + prefix.size();
        const std::size_t room = lines.max_bytes > used ? lines.max_bytes - used : 0;
        // Up to three more bytes show whether the cut would split a character; the fourth shows
        // whether the line continues.
        const std::string line = source.line(std::min(room, lines.max_line_bytes) + 4);
        if (line.size() > lines.max_line_bytes && room >= lines.max_line_bytes)
            return add_cut(prefix, line, begin);
        if (line.size() <= room) {
            used_bytes += prefix.size() + line.size();
            page.content += prefix + shown(line);
            ++number;
            return;
        }
        page.hit_limit = true;
        if (page.content.empty())
            add_beginning(prefix, line, begin, room);
    }

    void add_cut(const std::string& prefix, const std::string& line, std::int64_t begin)
    {
        const std::size_t count = cut(line, lines.max_line_bytes);
        const std::int64_t rest = begin + static_cast<std::int64_t>(count);
        page.cut_lines.push_back({number, rest});
        if (!line.ends_with('\n'))
            source.skip_line();
        const std::string note = "… [" + std::to_string(source.offset() - rest) + " more bytes]\n";
        used_bytes += prefix.size() + count + note.size();
        page.content += prefix + shown(line.substr(0, count)) + note;
        ++number;
    }

    void add_beginning(
        const std::string& prefix, const std::string& line, std::int64_t begin, std::size_t room)
    {
        const std::size_t count = cut(line, room);
        page.content = prefix + shown(line.substr(0, count));
        page.rest_at = begin + static_cast<std::int64_t>(count);
        if (!line.ends_with('\n'))
            source.skip_line();
        ++number;
        is_beyond_end = source.rest().empty();
    }

    std::string shown(std::string bytes) const
    {
        return lines.is_latin1 ? text::from_windows_1252(bytes) : std::move(bytes);
    }

    Source source;
    const WantedLines& lines;
    std::size_t used_bytes = 0; // of max_bytes
    std::int64_t number = 1; // the line at the source's position
    bool is_beyond_end = false;
    Page page {};
};

}

Page read_page(const File& file, std::string_view name, const WantedLines& lines)
{
    return Reader(file, name, lines).read();
}

std::int64_t count_lines(const File& file, std::string_view name, std::int64_t max_scan_bytes)
{
    Source source(file, name, max_scan_bytes);
    std::int64_t lines = 0;
    for (; !source.rest().empty(); ++lines)
        source.skip_line();
    return lines;
}

}
