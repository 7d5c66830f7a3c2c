#include "block_search.hpp"
#include "file_text.hpp"
#include "line.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace {

// What is wanted of the lines that follow; nothing where the rest needs no look.
std::optional<Wanted> wanted_behind(std::int64_t count, Wanted wanted)
{
    if (wanted.mode == Mode::matches)
        wanted.most_results -= count;
    const bool is_enough = wanted.mode == Mode::files ? count > 0 : wanted.most_results <= 0;
    return is_enough && wanted.mode != Mode::count ? std::nullopt : std::optional<Wanted>(wanted);
}

}

BlockSearch search_blocks(
    LineBlocks& blocks, const Matcher& matcher, const Wanted& wanted, const TakeMatch& take)
{
    BlockSearch search {0, false, blocks.next()};
    std::int64_t lines_before = 0;
    const auto take_in_block = [&](Match match) {
        match.line += lines_before;
        take(match);
    };
    for (bool is_first = true; search.end == LineBlocks::Step::lines; search.end = blocks.next()) {
        std::span<char> lines = blocks.lines();
        if (is_first && std::string_view(lines.data(), lines.size()).starts_with(byte_order_mark))
            lines = lines.subspan(byte_order_mark.size());
        is_first = false;
        const std::string_view bytes(lines.data(), lines.size());
        search.has_nul = search.has_nul || bytes.find('\0') != std::string_view::npos;
        const auto count = static_cast<std::int64_t>(count_line_breaks(bytes));
        const auto now_wanted = wanted_behind(search.count, wanted);
        if (now_wanted && matcher.may_be_in(bytes)) {
            const std::string_view text = with_line_ends(lines, matcher.line_ends());
            search.count += find_matches(text, matcher, *now_wanted, take_in_block);
        }
        lines_before += count;
    }
    return search;
}
