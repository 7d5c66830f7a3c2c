#include "frontends/serve/event_text.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/serve/event_log.hpp"

#include <algorithm>

namespace frontends::serve {

using namespace agent;

// Returns false if too little of the line is there.
bool EventText::begin_line(std::string_view rest, std::string& text)
{
    if (rest.size() < max_head && rest.find('\n') == std::string_view::npos)
        return false;
    const auto head = channel::event_head(rest.substr(0, std::min(rest.find('\n'), max_head)));
    within = head && head->seq > after ? Within::shown : Within::skipped;
    if (within == Within::shown)
        after = 0;
    if (within == Within::shown && format == EventFormat::sse)
        text += "id: " + std::to_string(head->seq) + "\nevent: " + std::string(head->name)
            + "\ndata: ";
    return true;
}

std::string EventText::translate(std::string_view piece, std::size_t& used)
{
    std::string text;
    used = 0;
    while (used < piece.size()) {
        const std::string_view rest = piece.substr(used);
        if (within == Within::nothing && !begin_line(rest, text))
            return text;
        const std::size_t newline = rest.find('\n');
        const std::size_t size = std::min(newline, rest.size());
        const bool is_shown = within == Within::shown;
        if (is_shown)
            text += rest.substr(0, size);
        used += size;
        if (newline == std::string_view::npos)
            continue;
        ++used;
        within = Within::nothing;
        if (is_shown)
            text += format == EventFormat::sse ? "\n\n" : "\n";
    }
    return text;
}

}
