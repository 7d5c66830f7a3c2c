#include "agent/display/change_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace agent::display {

using channel::DisplayLine;
using channel::LineRole;

static constexpr std::size_t max_shown = 4000; // bytes of a line

static std::string_view take_line(std::string_view& rest)
{
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

// Returns the number after the first `sign` in the header of a hunk.
static std::int64_t first_number(std::string_view head, char sign)
{
    std::int64_t number = 0;
    const std::size_t at = std::min(head.find(sign), head.size() - 1) + 1;
    std::from_chars(head.data() + at, head.data() + head.size(), number);
    return number;
}

// Returns the name in the header line of a file, without "a/" or "b/"; empty for /dev/null.
static std::string name_in(std::string_view text)
{
    text = text.substr(0, text.find('\t'));
    if (text == "/dev/null")
        return {};
    if (text.starts_with("a/") || text.starts_with("b/"))
        text.remove_prefix(2);
    return std::string(text);
}

namespace {

class DiffReader {
public:
    ShownDiff of(std::string_view diff)
    {
        shown.is_new = true;
        while (!diff.empty())
            take(take_line(diff));
        shown.is_new = shown.is_new && shown.files > 0 && shown.removed == 0;
        thin_out();
        return std::move(shown);
    }

private:
    void take(std::string_view line)
    {
        const bool is_within = old_left > 0 || new_left > 0;
        if (line.starts_with("@@ -")) {
            begin_hunk(line);
        } else if (!is_within && line.starts_with("--- ")) {
            before = name_in(line.substr(4));
        } else if (!is_within && line.starts_with("+++ ")) {
            begin_file(name_in(line.substr(4)));
        } else if (is_within && !line.starts_with('\\')) {
            add(line);
        }
    }

    void begin_file(const std::string& after)
    {
        shown.is_new = shown.is_new && before.empty();
        ++shown.files;
        shown.lines.push_back({after.empty() ? before : after, LineRole::name});
    }

    void begin_hunk(std::string_view head)
    {
        old_line = first_number(head, '-');
        new_line = first_number(head, '+');
        old_left = count_after(head, '-');
        new_left = count_after(head, '+');
        if (!shown.lines.empty() && shown.lines.back().role != LineRole::name)
            shown.lines.push_back({{}, LineRole::gap});
    }

    // Returns the number of lines after a sign in the header of a hunk: 3 for "-1,3", 1 for "-1".
    static std::int64_t count_after(std::string_view head, char sign)
    {
        const std::string_view rest = head.substr(std::min(head.find(sign), head.size()));
        const std::string_view word = rest.substr(0, rest.find(' '));
        return word.find(',') == std::string_view::npos ? 1 : first_number(word, ',');
    }

    void add(std::string_view line)
    {
        const char sign = line.empty() ? ' ' : line.front();
        const std::string text(line.substr(std::min<std::size_t>(1, line.size()), max_shown));
        if (sign == '-') {
            shown.lines.push_back({text, LineRole::removed, old_line});
            ++shown.removed;
        } else {
            shown.lines.push_back({text, sign == '+' ? LineRole::added : LineRole::same, new_line});
            shown.added += sign == '+' ? 1 : 0;
        }
        old_line += sign == '+' ? 0 : 1;
        old_left -= sign == '+' ? 0 : 1;
        new_line += sign == '-' ? 0 : 1;
        new_left -= sign == '-' ? 0 : 1;
    }

    static bool is_changed(const DisplayLine& line)
    {
        return line.role == LineRole::added || line.role == LineRole::removed;
    }

    // Removes context lines: all of them if there are several groups of changes, or all but one on
    // each side of a single group.
    void thin_out()
    {
        std::vector<DisplayLine> all;
        all.swap(shown.lines);
        std::size_t groups = 0;
        for (std::size_t at = 0; at < all.size(); ++at)
            groups += is_changed(all[at]) && (at == 0 || !is_changed(all[at - 1])) ? 1 : 0;
        for (std::size_t at = 0; at < all.size(); ++at) {
            const bool is_near = (at > 0 && is_changed(all[at - 1]))
                || (at + 1 < all.size() && is_changed(all[at + 1]));
            if (is_changed(all[at]) || (all[at].role == LineRole::name && shown.files > 1)
                || (all[at].role == LineRole::same && groups == 1 && is_near))
                keep(std::move(all[at]));
            else if (all[at].role != LineRole::name)
                has_gap = true;
        }
    }

    void keep(DisplayLine line)
    {
        const bool is_after_change = !shown.lines.empty() && is_changed(shown.lines.back());
        if (std::exchange(has_gap, false) && is_after_change && is_changed(line))
            shown.lines.push_back({{}, LineRole::gap});
        shown.lines.push_back(std::move(line));
    }

    ShownDiff shown;
    std::string before;
    std::int64_t old_line = 0;
    std::int64_t new_line = 0;
    std::int64_t old_left = 0;
    std::int64_t new_left = 0;
    bool has_gap = false;
};

}

ShownDiff shown_diff(std::string_view diff) { return DiffReader().of(diff); }

std::vector<std::string> paths_in_patch(std::string_view patch)
{
    static constexpr std::array<std::string_view, 4> heads {
        "+++ ", "*** Update File: ", "*** Add File: ", "*** Delete File: "};
    std::vector<std::string> paths;
    while (!patch.empty()) {
        const std::string_view line = take_line(patch);
        for (const std::string_view head : heads) {
            const std::string path
                = line.starts_with(head) ? name_in(line.substr(head.size())) : std::string();
            if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end())
                paths.push_back(path);
        }
    }
    return paths;
}

}
