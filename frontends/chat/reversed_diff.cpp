#include "frontends/chat/reversed_diff.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace frontends::chat {

namespace {

// "-1,3" or "+1"
struct Range {
    std::string_view text; // without its sign
    std::uint64_t count = 1;
};

class Reverser {
public:
    explicit Reverser(std::string_view diff)
        : rest(diff)
    {
    }

    std::string run()
    {
        while (!rest.empty())
            take_header();
        flush_header();
        return std::move(out);
    }

private:
    std::string_view next_line() const { return rest.substr(0, rest.find('\n') + 1); }

    std::string_view take_line()
    {
        const std::string_view line
            = rest.find('\n') == std::string_view::npos ? rest : next_line();
        rest.remove_prefix(line.size());
        return line;
    }

    // What follows `mark` in the next line, newline included, if it begins so.
    std::optional<std::string_view> take_after(std::string_view mark)
    {
        if (!next_line().starts_with(mark))
            return {};
        return take_line().substr(mark.size());
    }

    // "a/name" with another letter; a name in quotes likewise.
    static std::string with_side(char side, std::string_view name)
    {
        std::string text(name);
        const std::size_t at = text.starts_with('"') ? 1 : 0;
        if (text.size() > at + 1 && text[at + 1] == '/' && (text[at] == 'a' || text[at] == 'b'))
            text[at] = side;
        return text;
    }

    static std::string with_prefix(const char* side, std::string_view name)
    {
        std::string text(name.substr(0, name.find('\n')));
        return text.insert(text.starts_with('"') ? 1 : 0, side);
    }

    // Two lines in a row, whose values change places.
    bool take_pair(std::string_view first, std::string_view second)
    {
        const std::string_view before = rest;
        const auto one = take_after(first);
        const auto other = one ? take_after(second) : std::nullopt;
        if (!other) {
            rest = before;
            return false;
        }
        if (first == "rename from " && !git_header.empty())
            git_header
                = "diff --git " + with_prefix("a/", *other) + " " + with_prefix("b/", *one) + "\n";
        flush_header();
        const bool has_sides = first == "--- ";
        out.append(first).append(has_sides ? with_side('a', *other) : std::string(*other));
        out.append(second).append(has_sides ? with_side('b', *one) : std::string(*one));
        return true;
    }

    void flush_header()
    {
        out += git_header;
        git_header.clear();
    }

    void take_header()
    {
        if (take_pair("rename from ", "rename to ") || take_pair("old mode ", "new mode ")
            || take_pair("--- ", "+++ "))
            return;
        flush_header();
        if (next_line().starts_with("diff --git ")) {
            git_header = take_line();
            return;
        }
        for (const char* what : {"file mode ", "directory"})
            for (const auto& [from, to] : {std::pair("new ", "deleted "), {"deleted ", "new "}})
                if (const auto value = take_after(std::string(from) + what)) {
                    out.append(to).append(what).append(*value);
                    return;
                }
        const std::string_view line = take_line();
        if (!take_hunk(line))
            out += line;
    }

    static std::optional<Range> range_of(std::string_view word, char sign)
    {
        if (word.size() < 2 || word.front() != sign)
            return {};
        Range range {word.substr(1)};
        if (const std::size_t comma = word.find(','); comma != std::string_view::npos) {
            const std::string_view digits = word.substr(comma + 1);
            const char* const end = digits.data() + digits.size();
            const auto [after, error] = std::from_chars(digits.data(), end, range.count);
            if (error != std::errc() || after != end)
                return {};
        }
        return range;
    }

    // Is the line the beginning of a hunk? Then all of that is taken.
    bool take_hunk(std::string_view line)
    {
        static constexpr std::string_view mark = "@@ ";
        const std::size_t middle = line.find(' ', mark.size());
        const std::size_t end = line.find(" @@", std::min(line.size(), middle));
        if (!line.starts_with(mark) || end == std::string_view::npos || end <= middle)
            return false;
        const auto before = range_of(line.substr(mark.size(), middle - mark.size()), '-');
        const auto after = range_of(line.substr(middle + 1, end - middle - 1), '+');
        if (!before || !after)
            return false;
        out.append("@@ -").append(after->text).append(" +").append(before->text);
        out.append(line.substr(end));
        take_lines_of_hunk(before->count, after->count);
        return true;
    }

    void take_lines_of_hunk(std::uint64_t removed_left, std::uint64_t added_left)
    {
        std::string removed; // after the exchange
        std::string added;
        std::string* last = &out;
        const auto flush = [&] {
            out += removed + added;
            removed.clear();
            added.clear();
            last = &out;
        };
        while (!rest.empty()) {
            const char sign = rest.front();
            const bool is_context = sign == ' ' && removed_left > 0 && added_left > 0;
            if (is_context)
                flush();
            else if (sign == '-' && removed_left > 0)
                last = &added;
            else if (sign == '+' && added_left > 0)
                last = &removed;
            else if (sign != '\\')
                break;
            removed_left -= sign == '-' || is_context ? 1 : 0;
            added_left -= sign == '+' || is_context ? 1 : 0;
            const std::string_view line = take_line();
            *last += sign == '-' ? '+' : sign == '+' ? '-' : sign;
            last->append(line.substr(1));
            if (!line.ends_with('\n')) // another one may follow it now
                *last += '\n';
        }
        flush();
    }

    std::string_view rest;
    std::string git_header; // "diff --git …", which a rename after it writes anew
    std::string out;
};

}

std::string reversed_diff(std::string_view diff) { return Reverser(diff).run(); }

}
