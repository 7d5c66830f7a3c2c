#pragma once

#include <string>
#include <string_view>

namespace frontends::screen {

// All that the screen may ever write, byte by byte: printable UTF-8, LF, CR, tab, SGR of the fixed
// table, CSI n A, CSI K, CSI J, the modes 2026 and 2004, the modes 25 and 7, and the notices: BEL,
// OSC 9, 777, 2 and 52 of ASCII, also wrapped for tmux, and CSI 22;2 t and 23;2 t. A pure function
// of bytes, for tests and fuzz targets: nothing of the screen asks it.
class OutputGrammar {
public:
    // One write. Returns why it is none of the above; empty if it is fine.
    std::string check(std::string_view rest);

private:
    std::string check_sequence(std::string_view& rest);
    std::string check_mode(std::string_view number, bool is_set);

    bool hides_cursor = false;
    bool wraps = true;
    bool is_synchronized = false;
};

}
