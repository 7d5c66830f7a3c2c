#include "unread.hpp"

#include <algorithm>
#include <utility>

namespace exec::background {

static constexpr std::size_t max_kept = 1 << 20;

static std::int64_t line_ends_in(std::string_view bytes)
{
    return std::count(bytes.begin(), bytes.end(), '\n');
}

void Unread::append(std::string_view bytes)
{
    constexpr std::size_t slack = 256 << 10;
    kept += bytes;
    if (kept.size() <= max_kept + slack)
        return;
    const std::size_t excess = kept.size() - max_kept;
    lines_left_out += line_ends_in(std::string_view(kept).substr(0, excess));
    kept.erase(0, excess);
    left_out += static_cast<std::int64_t>(excess);
    searched -= std::min(searched, excess);
}

bool Unread::has(const std::string& text)
{
    if (text != sought)
        searched = 0;
    sought = text;
    if (kept.find(text, searched) != std::string::npos)
        return true;
    const std::size_t overlap = text.empty() ? 0 : text.size() - 1;
    searched = kept.size() - std::min(kept.size(), overlap);
    return false;
}

Unread::Text Unread::take()
{
    searched = 0;
    const std::int64_t lines = lines_before;
    lines_before += std::exchange(lines_left_out, 0) + line_ends_in(kept);
    return {std::exchange(kept, {}), std::exchange(left_out, 0), lines + 1};
}

}
