#include "frontends/screen/region.hpp"

#include "frontends/screen/characters.hpp"

#include <algorithm>

namespace frontends::screen {

static constexpr std::string_view begin_update = "\033[?2026h\033[?25l\033[?7l";
static constexpr std::string_view end_update = "\033[?7h\033[?25h\033[?2026l";

// Erases everything from a row on. If the row is the top row, tmux would move erased text to the
// scrollback. The text is therefore erased from the second column on, and then the row itself.
static constexpr std::string_view erase_below = " \033[J\r\033[K";

static std::string up(std::size_t rows)
{
    return rows == 0 ? "" : "\033[" + std::to_string(rows) + "A";
}

std::string LiveRegion::move_to(std::size_t row)
{
    std::string bytes = "\r";
    if (row < at)
        bytes += up(at - row);
    for (; at < row; ++at)
        bytes += "\n";
    at = row;
    return bytes;
}

// The terminal may already be narrower than it has reported: it wraps these lines, and loses
// nothing. They may fill any number of rows.
std::string LiveRegion::finished_bytes(const Lines& finished)
{
    std::string bytes;
    for (const Line& line : finished)
        bytes += bytes_of(line, palette) + "\r\n";
    return bytes.empty() ? bytes : "\033[?7h" + bytes + "\033[?7l";
}

std::string LiveRegion::all_rows(const Lines& finished, const View& view)
{
    std::string bytes = move_to(0);
    if (is_drawn)
        bytes += erase_below;
    bytes += finished_bytes(finished);
    for (std::size_t row = 0; row < view.rows.size(); ++row)
        bytes += (row > 0 ? "\r\n" : "") + bytes_of(view.rows[row], palette) + "\033[K";
    at = view.rows.size() - 1;
    return bytes;
}

std::string LiveRegion::changed_rows(const View& view)
{
    std::string bytes;
    for (std::size_t row = 0; row < view.rows.size(); ++row)
        if (row >= drawn.rows.size() || !(drawn.rows[row] == view.rows[row]))
            bytes += move_to(row) + bytes_of(view.rows[row], palette) + "\033[K";
    if (view.rows.size() < drawn.rows.size())
        bytes += move_to(view.rows.size()) + "\033[J";
    return bytes;
}

static Line beginning_of(const Line& line, std::size_t size)
{
    Line result;
    for (const Span& span : line.spans) {
        const std::size_t taken = std::min(size, span.text.bytes().size());
        result.add_span({span.text.part(0, taken), span.style, span.link});
        size -= taken;
    }
    return result;
}

// Places the cursor by writing the beginning of the row again, so that the terminal's own widths
// decide.
std::string LiveRegion::place_cursor(const View& view)
{
    return move_to(view.cursor_row)
        + bytes_of(beginning_of(view.rows[view.cursor_row], view.cursor_byte), palette);
}

std::string LiveRegion::update(const Lines& finished, const View& view)
{
    if (is_known && finished.empty() && view == drawn)
        return {};
    std::string bytes(begin_update);
    bytes += !is_known || !finished.empty() ? all_rows(finished, view) : changed_rows(view);
    bytes += place_cursor(view);
    bytes += end_update;
    drawn = view;
    is_known = is_drawn = true;
    return bytes;
}

std::string LiveRegion::take_back()
{
    if (!is_drawn)
        return {};
    std::string bytes = move_to(0) + std::string(erase_below);
    restart();
    return bytes;
}

void LiveRegion::restart()
{
    drawn = {};
    at = 0;
    is_known = is_drawn = false;
}

// Returns the number of rows that a terminal fills with a text.
static std::size_t rows_of(std::string_view text, std::size_t columns)
{
    std::size_t rows = 1;
    std::size_t used = 0;
    while (!text.empty()) {
        const Cluster cluster = first_cluster(text);
        if (used + cluster.width > columns) {
            ++rows;
            used = 0;
        }
        used += cluster.width;
        text.remove_prefix(cluster.size);
    }
    return rows;
}

void LiveRegion::rewrapped(std::size_t columns)
{
    if (!is_known)
        return;
    std::size_t before = 0;
    for (std::size_t row = 0; row < at; ++row)
        before += rows_of(drawn.rows[row].text(), columns);
    const std::string text = drawn.rows[at].text();
    // The cursor is on the next character, if there is one.
    std::size_t size = std::min(drawn.cursor_byte, text.size());
    if (size < text.size())
        size += first_cluster(std::string_view(text).substr(size)).size;
    at = before + rows_of(std::string_view(text).substr(0, size), columns) - 1;
    is_known = false;
}

void LiveRegion::count_rows_as_one() { is_known = false; }

using namespace std::chrono_literals;

static constexpr Moment settled_after = 300ms;
static constexpr Moment rough_after = 1000ms;

Resizing::Say Resizing::look(Size size, Moment now, bool has_finished)
{
    if (size == drawn && !since)
        return Say::draw;
    if (!since || !(size == seen)) {
        since = since.value_or(now);
        seen = size;
        changed = now;
    }
    if (now - changed >= settled_after) {
        since.reset();
        drawn = size;
        return Say::redraw;
    }
    if (has_finished && now - *since >= rough_after) {
        since = now;
        return Say::draw_roughly;
    }
    return Say::wait;
}

std::optional<Moment> Resizing::deadline(bool has_finished) const
{
    if (!since)
        return std::nullopt;
    return has_finished ? std::min(changed + settled_after, *since + rough_after)
                        : changed + settled_after;
}

}
