#pragma once

#include <string>
#include <string_view>

namespace frontends::screen {

// The grammar of all bytes that the screen may write: printable UTF-8, LF, CR, tab, SGR of the
// fixed table, CSI n A, CSI K, CSI J, the modes 2026 and 2004, the modes 25 and 7, and the notices:
// BEL, OSC 9, 777, 2 and 52 of ASCII, also wrapped for tmux, and CSI 22;2 t and 23;2 t; OSC 8 with
// an address of http or https, which ends within the write; and pictures: kitty's APC with a PNG in
// chunks of base64, which asks for no answer, and between ESC 7 and ESC 8 iTerm2's OSC 1337 with an
// inline file; ESC \ alone does nothing. A pure function of bytes, for tests and fuzz targets; the
// screen does not use it.
class OutputGrammar {
public:
    // Checks one write. Returns the reason why it does not fit the grammar; empty if it does.
    std::string check(std::string_view rest);

private:
    std::string check_escape(std::string_view& rest);
    std::string check_sequence(std::string_view& rest);
    std::string check_kitty_chunk(std::string_view& rest);
    std::string check_mode(std::string_view number, bool is_set);

    bool hides_cursor = false;
    bool wraps = true;
    bool is_synchronized = false;
    bool has_link = false;
    bool has_chunk = false; // more of a picture of kitty has to follow
};

}
