#include "frontends/serve/event_source.hpp"

#include <algorithm>

namespace frontends::serve {

// Returns false if too little of the line is available.
bool EventText::begin_line(std::string_view rest, std::string& text, const Frame* frame)
{
    if (rest.size() < max_head && rest.find('\n') == std::string_view::npos)
        return false;
    const auto head = channel::event_head(rest.substr(0, std::min(rest.find('\n'), max_head)));
    within = Within::skipped;
    if (!head || head->seq <= after)
        return true;
    after = 0;
    if (!wants(channel::event_bit(head->name)))
        return true;
    within = Within::shown;
    const std::string id = frame != nullptr
        ? frame->feed + "-" + std::to_string(head->seq + frame->before)
        : std::to_string(head->seq);
    if (format == EventFormat::sse)
        text += "id: " + id + "\nevent: " + std::string(head->name) + "\ndata: ";
    if (frame != nullptr)
        text
            += R"({"type":"event","cursor":")" + id + R"(","run":")" + frame->run + R"(","event":)";
    return true;
}

std::string EventText::translate(std::string_view piece, std::size_t& used, const Frame* frame)
{
    std::string text;
    used = 0;
    while (used < piece.size()) {
        const std::string_view rest = piece.substr(used);
        if (within == Within::nothing && !begin_line(rest, text, frame))
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
            text += std::string(frame != nullptr ? "}" : "") + (is_sse() ? "\n\n" : "\n");
    }
    return text;
}

}
