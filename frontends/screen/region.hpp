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

// What the live region shows: rows that fit into the columns, and the cursor in one of them.
struct View {
    Lines rows;
    std::size_t cursor_row = 0;
    std::size_t cursor_byte = 0; // of the row's text

    bool operator==(const View&) const = default;
};

// The live region below what is finished, as the terminal has it, and the bytes that change it.
class Region {
public:
    explicit Region(const Palette& palette)
        : palette(palette)
    {
    }

    // One update: `finished` goes above the region, for good, and `view` takes the place of the
    // region. Only rows that differ are written. Empty if nothing differs.
    std::string update(const Lines& finished, const View& view);

    // Takes the region away; the next update draws a new one in its place.
    std::string take_back();

    // The terminal has so many columns now, and has broken the rows anew: counts the rows that the
    // region fills. The next update takes them back and draws everything.
    void broken_anew(std::size_t columns);

    // The same if nobody knows how it has broken them: each counts as one, so that nothing above
    // the region is touched.
    void count_rows_as_one();

    // The terminal was somebody else's, and the cursor is at the beginning of a row of its own.
    void begin_anew();

private:
    std::string finished_bytes(const Lines& finished);
    std::string all_rows(const Lines& finished, const View& view);
    std::string changed_rows(const View& view);
    std::string move_to(std::size_t row);
    std::string place_cursor(const View& view);

    const Palette& palette;
    View drawn;
    std::size_t at = 0; // the row of the terminal's cursor, from the region's first one
    bool is_known = false; // the terminal has what `drawn` says
    bool is_drawn = false; // is there anything to take back?
};

// When the size of a terminal has changed, nothing is drawn until it was the same for 300 ms;
// where it goes on changing for a second, finished text goes out all the same.
class Resizing {
public:
    explicit Resizing(Size size)
        : drawn(size)
        , seen(size)
    {
    }

    enum class Say { draw, draw_anew, draw_roughly, wait };
    Say look(Size size, Moment now, bool has_finished);
    std::optional<Moment> deadline(bool has_finished) const;

private:
    Size drawn;
    Size seen;
    Moment changed {};
    std::optional<Moment> since;
};

}
