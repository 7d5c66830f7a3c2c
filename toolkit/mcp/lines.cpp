#include "toolkit/mcp/lines.hpp"

#include <utility>

namespace toolkit::mcp {

void Lines::end_line()
{
    if (is_skipping || !begun.empty())
        lines.push_back({std::exchange(begun, {}), is_skipping});
    is_skipping = false;
}

void Lines::add(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        if (!is_skipping && piece.size() <= max_line - begun.size()) {
            begun += piece;
        } else {
            is_skipping = true;
            begun = {};
        }
        if (end == std::string_view::npos)
            return;
        end_line();
        bytes.remove_prefix(end + 1);
    }
}

Lines::Line Lines::take()
{
    Line line = std::move(lines.front());
    lines.pop_front();
    return line;
}

}
