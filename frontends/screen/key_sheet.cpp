#include "frontends/screen/key_sheet.hpp"

#include <array>

namespace frontends::screen {

namespace {

struct KeyRow {
    SafeText key;
    SafeText what;
};

}

static constexpr std::size_t two_columns = 70;

// Returns the keys in pairs, one pair for each row of the sheet.
static std::array<std::array<KeyRow, 2>, 8> rows_of_sheet()
{
    return {{{{{"Enter", "send"}, {"Esc", "stop the turn, close a list"}}},
        {{{"Shift-Enter", "new line (or Alt-Enter, \\)"},
            {"Ctrl-C", "stop; clear; twice: end the chat"}}},
        {{{"/ @ !", "commands, files, shell"}, {"Ctrl-D", "end the chat (empty input)"}}},
        {{{"Up, Ctrl-R", "history, search in it"}, {"Ctrl-O", "all of the last call"}}},
        {{{"Tab", "complete"}, {"Ctrl-G", "edit in $EDITOR"}}},
        {{{"Shift-Tab", "ask first, accept edits, plan"}, {"Ctrl-_", "undo typing"}}},
        {{{"Ctrl-V", "paste an image"}, {"Ctrl-Y", "insert what was deleted"}}},
        {{{"Ctrl-L", "redraw"}, {"Ctrl-Z", "suspend"}}}}};
}

Lines key_sheet(std::size_t columns, const Palette& palette)
{
    static constexpr std::size_t key_columns = 15;
    static constexpr std::size_t half = 47;
    const Style own = palette.of(Role::own);
    const Style dim = palette.of(Role::dim);
    Lines lines;
    if (columns < two_columns) {
        for (const SafeText& text : {SafeText("  Enter send · Shift-Enter new line · Esc stop"),
                 SafeText("  / commands · @ files · ! shell · Up, Ctrl-R history"),
                 SafeText("  Shift-Tab mode · Ctrl-O all of a call · Ctrl-G editor"),
                 SafeText("  Ctrl-C twice ends · /keys writes all of them")})
            lines.push_back(cut({text, dim}, columns));
        return lines;
    }
    for (const auto& pair : rows_of_sheet()) {
        Line line;
        std::size_t used = 0;
        for (const KeyRow& row : pair) {
            const std::size_t begin = used == 0 ? 2 : half;
            line.add(spaces(begin > used ? begin - used : 1));
            line.add(row.key, own);
            line.add(spaces(key_columns - row.key.bytes().size()) + row.what, dim);
            used = begin + key_columns + row.what.bytes().size();
        }
        lines.push_back(cut(line, columns));
    }
    lines.push_back(cut(
        {"  at a question: y n a e v and Enter · in a list: arrows, letters, Tab, Enter, Esc", dim},
        columns));
    return lines;
}

std::string all_keys()
{
    return "Enter                 send\n"
           "Shift-Enter           new line, on terminals that report it; also Alt-Enter, Ctrl-J, "
           "or \\ and Enter\n"
           "Esc                   close a list, stop the turn\n"
           "Ctrl-C                stop the turn, or clear the input; twice with an empty input: "
           "end the chat\n"
           "Ctrl-D                end the chat, with an empty input; else delete the next "
           "character\n"
           "/  @  !               commands, files, commands of a shell: a list opens as you type\n"
           "Tab                   take the row of the list, or complete\n"
           "Up, Down              rows of a list, lines of the input, the history\n"
           "Ctrl-R                search in the history\n"
           "Shift-Tab             the next mode: which calls are asked about\n"
           "Ctrl-O                all of the last call, as /show\n"
           "Ctrl-G                edit the input in $VISUAL or $EDITOR\n"
           "Ctrl-V                paste the image of the clipboard\n"
           "Ctrl-_                undo typing\n"
           "Ctrl-A, Ctrl-E        begin and end of the line; also Home, End\n"
           "Alt-B, Alt-F          a word to the left and right; also Ctrl-Left, Ctrl-Right\n"
           "Ctrl-W, Alt-D         delete the word before and after the cursor\n"
           "Ctrl-U, Ctrl-K        delete to the begin and end of the line\n"
           "Ctrl-Y                insert what was deleted last\n"
           "Ctrl-L                redraw\n"
           "Ctrl-Z                suspend; fg continues\n"
           "?                     the most important keys, with an empty input\n"
           "at a question         y, n and why, a, e or v, and Enter\n"
           "in a list             arrows, Page Up, Page Down, letters, Tab, Enter, Esc\n";
}

}
