#include "fuzz.hpp"

#include "frontends/screen/line.hpp"
#include "frontends/screen/output_grammar.hpp"
#include "frontends/screen/region.hpp"

using namespace frontends::screen;

static Lines lines_of(const SafeText& text)
{
    Lines lines;
    const std::string& bytes = text.bytes();
    for (std::size_t begin = 0; begin <= bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
        lines.push_back(of_stranger({text.part(begin, end - begin), {.colour = 3, .bold = true}}));
        begin = end + 1;
    }
    return lines;
}

// Whatever a stranger writes: no row of the region reaches the last column, none begins with a mark
// of the screen, and what is written is of the grammar.
void fuzz(std::string_view input)
{
    if (input.size() < 2)
        return;
    const std::size_t columns = 3 + static_cast<unsigned char>(input[0]) % 100;
    const bool is_verbatim = input[1] % 2 != 0;
    input.remove_prefix(2);
    const Palette palette;
    LiveRegion region(palette);
    OutputGrammar grammar;
    while (!input.empty()) {
        const std::string_view piece = take_text(input);
        must(strict(piece).bytes().find_first_of("\n\t") == std::string::npos);
        View view;
        for (const Line& line : lines_of(prose(piece)))
            for (const Line& row : wrapped(line, columns))
                view.rows.push_back(of_stranger(cut(row, columns)));
        for (Line& row : view.rows)
            must((row = cut(row, columns)).max_columns() < columns);
        view.cursor_row = view.rows.size() / 2;
        view.cursor_byte = view.rows[view.cursor_row].text().size();
        Lines finished = lines_of(strict(piece));
        for (Line& line : finished)
            line.is_verbatim = is_verbatim;
        must(grammar.check(region.update(finished, view)).empty());
        region.rewrapped(columns / 2 + 1);
    }
    must(grammar.check(region.take_back()).empty());
}
