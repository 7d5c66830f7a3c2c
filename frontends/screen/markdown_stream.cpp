#include "frontends/screen/markdown_stream.hpp"

#include "frontends/screen/characters.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

static constexpr std::size_t max_parsed = 16 << 10;
static constexpr std::size_t max_code_line = 1 << 20; // a longer one is finished as it is

void MarkdownStream::add(std::string_view piece)
{
    for (const char byte : piece) {
        // CR LF and CR are newlines in Markdown.
        if (!(byte == '\n' && has_return))
            pending += byte == '\r' ? '\n' : byte;
        has_return = byte == '\r';
    }
}

Lines MarkdownStream::take_finished(std::size_t columns, std::size_t room)
{
    settle(columns);
    outgrow(columns, room);
    return std::exchange(finished, {});
}

Lines MarkdownStream::take_rest(std::size_t columns)
{
    is_over = true;
    settle(columns);
    restart();
    return std::exchange(finished, {});
}

void MarkdownStream::restart()
{
    pending.clear();
    has_return = is_over = continues = has_lines = false;
    mode = Mode::blocks;
    colours.reset();
    written.clear();
}

void MarkdownStream::settle(std::size_t columns)
{
    for (bool goes_on = true; goes_on;) {
        switch (mode) {
        case Mode::blocks: goes_on = settle_blocks(columns); break;
        case Mode::fence: goes_on = settle_fence(columns); break;
        case Mode::plain: goes_on = settle_plain(columns); break;
        }
    }
}

std::size_t MarkdownStream::complete_bytes() const
{
    return is_over ? pending.size() : pending.rfind('\n') + 1;
}

void MarkdownStream::take_out(std::size_t bytes) { pending.erase(0, bytes); }

void MarkdownStream::put(Lines rows)
{
    has_lines = has_lines || !rows.empty();
    std::move(rows.begin(), rows.end(), std::back_inserter(finished));
}

bool MarkdownStream::needs_gap() const { return has_lines && !continues && written.empty(); }

void MarkdownStream::put_gap()
{
    if (needs_gap())
        finished.emplace_back();
}

// Returns the rows that are still to be written. Rows that were written stay, even if they would
// look different now; the text after their letters is written then.
static Lines rows_after(const Lines& before, Lines rows)
{
    if (before.size() <= rows.size() && std::equal(before.begin(), before.end(), rows.begin())) {
        rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(before.size()));
        return rows;
    }
    std::size_t letters = 0;
    for (const Line& row : before)
        letters += letters_of(row.text()).size();
    while (!rows.empty() && letters > 0) {
        Line& row = rows.front();
        const std::size_t own = letters_of(row.text()).size();
        if (own > letters)
            row = rest_after_letters(row, letters);
        else
            rows.erase(rows.begin());
        letters -= std::min(own, letters);
    }
    return rows;
}

void MarkdownStream::finish_slice(const Slice& slice, std::size_t end, std::size_t columns)
{
    const Tables tables = written.empty() ? Tables::drawn : Tables::as_source;
    const auto source = std::string_view(pending).substr(slice.begin, end - slice.begin);
    continues = continues || slice.continues;
    put_gap();
    put(rows_after(written, markdown_lines(source, {columns, palette, tables})));
    continues = false;
    written.clear();
}

void MarkdownStream::open_fence(const Slice& slice, std::size_t columns)
{
    const std::size_t line_end = std::min(pending.find('\n', slice.content), pending.size());
    std::string_view info
        = std::string_view(pending).substr(slice.content, line_end - slice.content);
    info.remove_prefix(std::min(slice.fence.indent + slice.fence.length, info.size()));
    info.remove_prefix(std::min(info.find_first_not_of(" \t"), info.size()));
    put_gap();
    written.clear();
    put(plain_lines(info, {columns, palette}, palette.of(Role::dim)));
    has_lines = true;
    colours.emplace(info.substr(0, info.find_first_of(" \t")), palette);
    fence = slice.fence;
    mode = Mode::fence;
    continues = false;
    take_out(std::min(line_end + 1, pending.size()));
}

// Returns whether there may be more to settle.
bool MarkdownStream::settle_blocks(std::size_t columns)
{
    const std::size_t complete = complete_bytes();
    const bool is_full = pending.size() >= max_parsed;
    if (complete == 0 && !is_full)
        return false;
    std::size_t window = std::min(complete, max_parsed);
    if (window < complete)
        window = pending.rfind('\n', window) + 1;
    const std::vector<Slice> slices = window == 0
        ? std::vector<Slice>()
        : slices_of(std::string_view(pending).substr(0, window));
    const bool is_last = is_over && window == complete;
    if (slices.empty() && !is_full && !is_last)
        return false;
    std::size_t done = 0;
    for (; done < slices.size() && slices[done].fence.letter == 0; ++done)
        if (done + 1 == slices.size() && !is_last)
            break;
        else
            finish_slice(
                slices[done], done + 1 < slices.size() ? slices[done + 1].begin : window, columns);
    if (done < slices.size() && slices[done].fence.letter != 0) {
        open_fence(slices[done], columns);
        return true;
    }
    if (is_last) {
        take_out(window);
        return false;
    }
    if (done > 0) {
        continues = slices[done].continues;
        take_out(slices[done].begin);
        return true;
    }
    if (is_full)
        mode = Mode::plain;
    return is_full;
}

// True if the line closes a fenced block.
static bool closes(std::string_view line, const Slice::Fence& fence)
{
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(indent);
    const std::size_t length = std::min(line.find_first_not_of(fence.letter), line.size());
    line.remove_prefix(length);
    return indent < 4 && length >= fence.length
        && line.find_first_not_of(" \t") == std::string_view::npos;
}

static std::string_view without_indent(std::string_view line, std::size_t most)
{
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    return line.substr(std::min(indent, most));
}

bool MarkdownStream::settle_fence(std::size_t columns)
{
    const bool is_endless = pending.size() > max_code_line;
    const std::size_t complete = is_endless ? pending.size() : complete_bytes();
    std::size_t begin = 0;
    while (begin < complete) {
        const std::size_t end = std::min(pending.find('\n', begin), complete);
        const std::string_view line = std::string_view(pending).substr(begin, end - begin);
        begin = std::min(end + 1, complete);
        if (closes(line, fence)) {
            mode = Mode::blocks;
            break;
        }
        put(code_rows(colours->line(prose(without_indent(line, fence.indent))), columns));
    }
    take_out(begin);
    return mode == Mode::blocks;
}

// Finishes plain text up to an empty line, after which blocks are parsed again.
bool MarkdownStream::settle_plain(std::size_t columns)
{
    const std::size_t gap = pending.find("\n\n");
    std::size_t end = gap != std::string::npos ? gap + 1 : complete_bytes();
    if (end == 0 && pending.size() > max_parsed) // a line without an end
        end = pending.find_last_of(" \t") + 1;
    if (end == 0 && pending.size() > max_parsed) {
        end = max_parsed;
        while (end > 0 && (static_cast<unsigned char>(pending[end]) & 0xc0U) == 0x80)
            --end;
    }
    put_gap();
    put(rows_after(
        written, plain_lines(std::string_view(pending).substr(0, end), {columns, palette})));
    if (end > 0)
        written.clear();
    continues = gap == std::string::npos;
    take_out(end);
    if (gap == std::string::npos)
        return false;
    mode = Mode::blocks;
    return true;
}

void MarkdownStream::outgrow(std::size_t columns, std::size_t room)
{
    if (mode != Mode::blocks || pending.empty() || pending.size() > max_parsed)
        return;
    const std::vector<Slice> slices = slices_of(pending);
    if (slices.empty() || slices.front().fence.letter != 0)
        return;
    if (slices.front().is_table && written.empty())
        return; // its columns are known when it ends
    const std::size_t end = slices.size() > 1 ? slices[1].begin : pending.size();
    Lines rows = rows_after(written,
        markdown_lines(
            std::string_view(pending).substr(0, end), {columns, palette, Tables::as_source}));
    if (rows.size() <= room)
        return;
    rows.resize(rows.size() - room);
    put_gap();
    written.insert(written.end(), rows.begin(), rows.end());
    put(std::move(rows));
}

Lines MarkdownStream::unfinished(std::size_t columns) const
{
    const std::string_view all = pending;
    if (mode == Mode::fence) {
        const std::string_view line = all.substr(all.rfind('\n') + 1);
        return line.empty() ? Lines() : Lines {of_stranger({prose(line)})};
    }
    if (mode == Mode::plain || pending.size() > max_parsed) {
        const std::string_view tail
            = all.substr(all.size() - std::min<std::size_t>(all.size(), 4096));
        return plain_lines(tail, {columns, palette, Tables::as_source});
    }
    Lines rows
        = rows_after(written, markdown_lines(pending, {columns, palette, Tables::as_source}));
    if (!rows.empty() && needs_gap())
        rows.insert(rows.begin(), Line());
    return rows;
}

}
