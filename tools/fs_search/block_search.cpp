#include "block_search.hpp"
#include "file_text.hpp"
#include "line.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace {

// Puts what the next lines hold behind it. So many lines stand before them.
void append(FileFindings& found, FileFindings&& later, std::int64_t lines_before)
{
    found.count += later.count;
    for (auto& match : later.matches) {
        match.line += lines_before;
        found.matches.push_back(std::move(match));
    }
}

// What is wanted of the lines that follow; nothing where the rest needs no look.
std::optional<Wanted> wanted_behind(const FileFindings& found, Wanted wanted)
{
    if (wanted.mode == Mode::matches)
        wanted.most_results -= found.count;
    const bool is_enough = wanted.mode == Mode::files ? found.count > 0 : wanted.most_results <= 0;
    return is_enough && wanted.mode != Mode::count ? std::nullopt : std::optional<Wanted>(wanted);
}

}

BlockSearch search_blocks(LineBlocks& blocks, const Matcher& matcher, const Wanted& wanted)
{
    BlockSearch search {{}, false, blocks.next()};
    std::int64_t lines_before = 0;
    for (bool is_first = true; search.end == LineBlocks::Step::lines; search.end = blocks.next()) {
        std::span<char> lines = blocks.lines();
        if (is_first && std::string_view(lines.data(), lines.size()).starts_with(byte_order_mark))
            lines = lines.subspan(byte_order_mark.size());
        is_first = false;
        const std::string_view bytes(lines.data(), lines.size());
        search.has_nul = search.has_nul || bytes.find('\0') != std::string_view::npos;
        const auto count = static_cast<std::int64_t>(count_line_breaks(bytes));
        const auto now_wanted = wanted_behind(search.found, wanted);
        if (now_wanted && matcher.may_be_in(bytes)) {
            const std::string_view text = with_line_ends(lines, matcher.line_ends());
            append(search.found, matches_in(text, matcher, *now_wanted), lines_before);
        }
        lines_before += count;
    }
    return search;
}
