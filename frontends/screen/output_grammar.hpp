#pragma once

#include <string>
#include <string_view>

namespace frontends::screen {

// Checks that the screen writes only allowed bytes: printable UTF-8, LF, CR, tab, SGR from the
// fixed table, CSI n A, CSI K, CSI J, the modes 2026, 2004, 25 and 7, and the notices: BEL, OSC 9,
// 777, 2 and 52 of ASCII, also wrapped for tmux, and CSI 22;2 t and 23;2 t; OSC 8 with an address
// of http or https, which must end within the write; and pictures: kitty's APC with a PNG in chunks
// of base64, which must not request a response, and between ESC 7 and ESC 8 iTerm2's OSC 1337 with
// an inline file. ESC \ alone has no effect. Depends only on the bytes. For tests and fuzz targets;
// the screen does not use it.
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
