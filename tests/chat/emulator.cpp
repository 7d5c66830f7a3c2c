#include "emulator.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

static void append_utf8(std::string& text, unsigned c)
{
    if (c < 0x80) {
        text += static_cast<char>(c);
        return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static constexpr unsigned firsts[] {0, 0xc0, 0xe0, 0xf0};
    text += static_cast<char>(firsts[more] | (c >> (6 * more)));
    for (int part = more - 1; part >= 0; --part)
        text += static_cast<char>(0x80 | ((c >> (6 * part)) & 0x3f));
}

static std::string text_of(const VTermScreenCell& cell)
{
    if (cell.chars[0] == 0)
        return " ";
    if (cell.chars[0] == static_cast<uint32_t>(-1)) // the second half of a wide one
        return "";
    std::string text;
    for (const uint32_t character : cell.chars) {
        if (character == 0)
            break;
        append_utf8(text, character);
    }
    return text;
}

static std::string without_end(std::string row)
{
    return row.substr(0, row.find_last_not_of(' ') + 1);
}

static Run style_in(const VTermScreenCell& cell)
{
    Run run;
    if (VTERM_COLOR_IS_INDEXED(&cell.fg) && !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg))
        run.colour = cell.fg.indexed.idx % 16;
    run.bold = cell.attrs.bold != 0;
    run.dim = cell.attrs.italic != 0; // see dim_as_italic()
    run.underline = cell.attrs.underline != 0;
    run.reverse = cell.attrs.reverse != 0;
    return run;
}

static bool looks_alike(Run left, const Run& right)
{
    left.column = right.column;
    left.columns = right.columns;
    left.text = right.text;
    return left == right;
}

template<class CellAt>
static StyledRow styled_row(int columns, CellAt cell_at)
{
    StyledRow row;
    for (int column = 0; column < columns; ++column) {
        const VTermScreenCell cell = cell_at(column);
        Run next = style_in(cell);
        next.text = text_of(cell);
        next.column = column;
        next.columns = cell.width > 1 ? cell.width : 1;
        column += next.columns - 1;
        if (row.empty() || !looks_alike(row.back(), next)) {
            row.push_back(next);
            continue;
        }
        row.back().text += next.text;
        row.back().columns += next.columns;
    }
    std::erase_if(row, [](const Run& run) {
        return !run.reverse && !run.underline
            && run.text.find_first_not_of(' ') == std::string::npos;
    });
    return row;
}

int Emulator::push_line(int columns, const VTermScreenCell* cells, void* self)
{
    std::string row;
    for (int column = 0; column < columns; ++column)
        row += text_of(cells[column]);
    static_cast<Emulator*>(self)->pushed.push_back(without_end(row));
    static_cast<Emulator*>(self)->pushed_styled.push_back(
        styled_row(columns, [cells](int column) { return cells[column]; }));
    return 1;
}

static VTermScreenCallbacks callbacks_with(int (*push)(int, const VTermScreenCell*, void*))
{
    VTermScreenCallbacks callbacks {};
    callbacks.sb_pushline = push;
    return callbacks;
}

Emulator::Emulator(int rows, int columns)
    : terminal(vterm_new(rows, columns))
    , shown(vterm_obtain_screen(terminal))
{
    static const VTermScreenCallbacks callbacks = callbacks_with(push_line);
    vterm_set_utf8(terminal, 1);
    vterm_screen_set_callbacks(shown, &callbacks, this);
    vterm_screen_reset(shown, 1);
}

Emulator::~Emulator() { vterm_free(terminal); }

// Where a sequence begins whose end has not come yet.
static std::size_t unfinished_sequence(const std::string& bytes)
{
    if (const std::size_t picture = bytes.rfind("\033_");
        picture != std::string::npos && bytes.find("\033\\", picture) == std::string::npos)
        return picture;
    const std::size_t begin = bytes.rfind('\033');
    if (begin == std::string::npos || begin + 1 == bytes.size())
        return begin;
    if (bytes[begin + 1] != '['
        || bytes.find_first_not_of("0123456789;?", begin + 2) < bytes.size())
        return std::string::npos;
    return begin;
}

// libvterm knows no dim, and the screen writes no italic.
static std::string dim_as_italic(const std::string& bytes)
{
    static const std::regex dim("\033\\[(1;)?2(;[0-9;]*)?m");
    return std::regex_replace(bytes, dim, "\033[$013$2m");
}

// libvterm shows the pictures of kitty as text; a terminal that does not know them shows nothing.
static std::string without_pictures(const std::string& bytes)
{
    std::string shown;
    std::size_t begin = 0;
    for (std::size_t at = bytes.find("\033_"); at != std::string::npos;
         at = bytes.find("\033_", begin)) {
        shown += bytes.substr(begin, at - begin);
        begin = std::min(bytes.find("\033\\", at), bytes.size() - 2) + 2;
    }
    return shown + bytes.substr(begin);
}

void Emulator::write(const std::string& bytes)
{
    held += bytes;
    const std::string whole = held.substr(0, unfinished_sequence(held));
    held.erase(0, whole.size());
    const std::string known = dim_as_italic(without_pictures(whole));
    vterm_input_write(terminal, known.data(), known.size());
}

void Emulator::resize(int rows, int columns) { vterm_set_size(terminal, rows, columns); }

static VTermScreenCell cell_at(const VTermScreen* shown, int row, int column)
{
    VTermScreenCell cell {};
    vterm_screen_get_cell(shown, {row, column}, &cell);
    return cell;
}

static std::string joined(const std::vector<std::string>& rows)
{
    std::string text;
    std::string gap;
    for (const std::string& row : rows) {
        gap += row.empty() ? "\n" : "";
        if (!row.empty()) {
            text += gap + row + "\n";
            gap.clear();
        }
    }
    return text;
}

std::vector<std::string> Emulator::rows_shown() const
{
    int rows = 0;
    int columns = 0;
    vterm_get_size(terminal, &rows, &columns);
    std::vector<std::string> all;
    for (int row = 0; row < rows; ++row) {
        std::string text;
        for (int column = 0; column < columns; ++column) {
            const VTermScreenCell cell = cell_at(shown, row, column);
            text += text_of(cell);
            column += cell.width > 1 ? cell.width - 1 : 0;
        }
        all.push_back(without_end(text));
    }
    return all;
}

std::string Emulator::screen() const { return joined(rows_shown()); }

std::string Emulator::scrollback() const { return joined(pushed); }

std::string Emulator::scrollback_and_screen() const
{
    std::vector<std::string> rows = pushed;
    for (std::string& row : rows_shown())
        rows.push_back(std::move(row));
    return joined(rows);
}

static std::string style_of(const VTermScreenCell& cell)
{
    static constexpr std::array<const char*, 16> names {"black", "red", "green", "yellow", "blue",
        "magenta", "cyan", "white", "bright-black", "bright-red", "bright-green", "bright-yellow",
        "bright-blue", "bright-magenta", "bright-cyan", "bright-white"};
    std::string style;
    const auto add = [&](const std::string& word) { style += (style.empty() ? "" : " ") + word; };
    if (cell.attrs.bold != 0)
        add("bold");
    if (cell.attrs.underline != 0)
        add("underline");
    if (cell.attrs.reverse != 0)
        add("reverse");
    if (VTERM_COLOR_IS_INDEXED(&cell.fg) && !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg))
        add(names[cell.fg.indexed.idx % names.size()]);
    return style;
}

std::string Emulator::colours() const
{
    int rows = 0;
    int columns = 0;
    vterm_get_size(terminal, &rows, &columns);
    std::string text;
    for (int row = 0; row < rows; ++row) {
        std::string run;
        std::string style;
        for (int column = 0; column <= columns; ++column) {
            const VTermScreenCell cell
                = column < columns ? cell_at(shown, row, column) : VTermScreenCell {};
            const std::string next = column < columns ? style_of(cell) : "";
            if (next != style) {
                if (!style.empty())
                    text += std::to_string(row + 1) + ": " + style + " |" + run + "|\n";
                run.clear();
                style = next;
            }
            run += column < columns ? text_of(cell) : "";
            column += cell.width > 1 ? cell.width - 1 : 0;
        }
    }
    return text;
}

std::string Emulator::cursor() const
{
    const VTermPos position = cursor_cell();
    return "row " + std::to_string(position.row + 1) + ", column "
        + std::to_string(position.col + 1) + "\n";
}

VTermPos Emulator::cursor_cell() const
{
    VTermPos position {};
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position);
    return position;
}

std::vector<StyledRow> Emulator::styled_rows() const
{
    int rows = 0;
    int columns = 0;
    vterm_get_size(terminal, &rows, &columns);
    std::vector<StyledRow> all = pushed_styled;
    for (int row = 0; row < rows; ++row)
        all.push_back(styled_row(columns, [&](int column) { return cell_at(shown, row, column); }));
    return all;
}
