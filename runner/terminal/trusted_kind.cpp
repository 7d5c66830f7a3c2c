#include "runner/terminal/trusted_kind.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace runner::terminal {

std::string in_ascii(const Json& value) { return value.dump(-1, ' ', true); }

void add_heading(Rows& rows, const std::string& what, const trust::Trusted& trusted)
{
    rows.add_line("  ",
        what + " " + in_ascii(text::printable(trusted.name)) + " of "
            + in_ascii(text::printable(trusted.directory)),
        Colour::off);
    rows.add("");
}

void add_text(Rows& rows, std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string shown = in_ascii(text::printable(text.substr(0, end)));
        rows.add_line("  ", shown.substr(1, shown.size() - 2), Colour::off);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    rows.add("");
}

}
