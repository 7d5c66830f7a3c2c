#include "agent/mcp/shown_rows.hpp"

#include "toolkit/text/terminal_text.hpp"

#include <algorithm>

namespace agent::mcp {

using namespace toolkit;

void ShownRows::add(const std::string& indent, std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        add_line(indent, text.substr(begin, end - begin));
        begin = end + 1;
    }
}

void ShownRows::add_line(const std::string& indent, std::string_view line)
{
    const std::string continued = indent + "… ";
    const auto room_after = [&](const std::string& before) {
        return columns - std::min(columns, text::width_of(before));
    };
    const std::string* before = &indent;
    for (const auto& piece :
        text::decision_pieces(line, room_after(indent), room_after(continued))) {
        rows.push_back(*before + piece);
        before = &continued;
    }
}

}
