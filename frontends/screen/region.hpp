#pragma once

#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace frontends::screen {

struct Size {
    std::size_t columns = 80;
    std::size_t rows = 24;

    bool operator==(const Size&) const = default;
};

// The content of the live region: rows that fit into the columns, and the cursor in one of them.
struct View {
    Lines rows;
    std::size_t cursor_row = 0;
    std::size_t cursor_byte = 0; // offset in the row's text

    bool operator==(const View&) const = default;
};

// The live region below the finished lines, as the terminal shows it. Returns the bytes that change
// it.
class LiveRegion {
public:
    explicit LiveRegion(const Palette& palette)
        : palette(palette)
    {
    }

    // Returns the bytes of an update: `finished` is written above the region, for good, and `view`
    // replaces the region. Only rows that differ are written. Empty if nothing differs.
    std::string update(const Lines& finished, const View& view);

    // Removes the region; the next update draws a new one in its place.
    std::string take_back();

    // Must be called when the terminal has changed to `columns` and wrapped its rows again: counts
    // the rows that the region fills. The next update erases them and draws everything.
    void rewrapped(std::size_t columns);

    // Like rewrapped(), if it is not known how the terminal wraps: counts each row as one, so
    // that nothing above the region is touched.
    void count_rows_as_one();

    // Must be called after another program used the terminal. The cursor is at the beginning of an
    // empty row.
    void restart();

private:
    std::string finished_bytes(const Lines& finished);
    std::string all_rows(const Lines& finished, const View& view);
    std::string changed_rows(const View& view);
    std::string move_to(std::size_t row);
    std::string place_cursor(const View& view);

    const Palette& palette;
    View drawn;
    std::size_t at = 0; // the row of the terminal's cursor, from the region's first one
    bool is_known = false; // the terminal shows `drawn`
    bool is_drawn = false; // there is something to remove
};

// Delays drawing after the size of a terminal has changed, until it was stable for 300 ms. If it
// keeps changing for a second, finished text is written nevertheless.
class Resizing {
public:
    explicit Resizing(Size size)
        : drawn(size)
        , seen(size)
    {
    }

    enum class Say { draw, redraw, draw_roughly, wait };
    Say look(Size size, Moment now, bool has_finished);
    std::optional<Moment> deadline(bool has_finished) const;

private:
    Size drawn;
    Size seen;
    Moment changed {};
    std::optional<Moment> since;
};

}
