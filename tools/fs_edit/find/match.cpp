#include "match.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>
#include <cstring>

namespace fs_edit::find {

using namespace toolkit;

void Matches::add(Match match)
{
    static constexpr std::size_t most = 1'000'000;
    if (places.size() == most)
        throw ToolError(Code::too_large, "'oldString' stands at more than 1000000 places",
            "send a longer text, or change the file with exec");
    places.push_back(match);
}

std::vector<Match> Matches::apart() const
{
    std::vector<Match> result;
    for (const auto& place : places)
        if (result.empty() || place.begin >= result.back().end)
            result.push_back(place);
    return result;
}

bool Matches::has_part_of(Match match) const
{
    const auto place = std::partition_point(
        places.begin(), places.end(), [&](const Match& other) { return other.end <= match.begin; });
    return place != places.end() && place->begin < match.end;
}

std::size_t line_at(std::string_view text, std::size_t offset)
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
    return static_cast<std::size_t>(std::count(text.begin(), end, '\n')) + 1;
}

std::size_t line_end(std::string_view text, std::size_t offset)
{
    const std::size_t newline = text.find('\n', offset);
    if (newline == std::string_view::npos)
        return text.size();
    return newline > offset && text[newline - 1] == '\r' ? newline - 1 : newline;
}

void check_line_lengths(std::string_view text, const std::vector<Match>& places)
{
    static constexpr std::size_t most = std::size_t {4} << 30U;
    std::size_t looked_at = 0;
    Match line {0, 0}; // the last one; places are in their order
    for (const auto& place : places) {
        if (place.begin >= line.end) {
            line.begin = text::line_begin(text, place.begin);
            line.end = std::min(text.find('\n', place.begin), text.size() - 1) + 1;
        }
        looked_at += line.end - line.begin;
        if (looked_at > most)
            throw ToolError(Code::too_large,
                "cannot look at " + std::to_string(places.size())
                    + " places in lines that are so long",
                "send a longer text, or change the file with exec");
    }
}

std::size_t find_bytes(std::string_view text, std::string_view part, std::size_t from)
{
    if (part.empty() || from > text.size() || part.size() > text.size() - from)
        return std::string_view::npos;
    const void* found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
    return found == nullptr
        ? std::string_view::npos
        : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}
