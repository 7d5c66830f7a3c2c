#include "emulator.hpp"

#include <array>

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

int Emulator::push_line(int columns, const VTermScreenCell* cells, void* self)
{
    std::string row;
    for (int column = 0; column < columns; ++column)
        row += text_of(cells[column]);
    static_cast<Emulator*>(self)->pushed.push_back(without_end(row));
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

void Emulator::write(const std::string& bytes)
{
    vterm_input_write(terminal, bytes.data(), bytes.size());
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

std::string Emulator::screen() const
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
    return joined(all);
}

std::string Emulator::scrollback() const { return joined(pushed); }

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
    VTermPos position {};
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position);
    return "row " + std::to_string(position.row + 1) + ", column "
        + std::to_string(position.col + 1) + "\n";
}
