#include "toolkit/text/unified_diff.hpp"

#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <deque>

namespace toolkit::text {

namespace {

// A run of changed lines: its place in the file, and the new lines.
struct Run {
    std::size_t begin; // bytes of the file
    std::size_t end;
    std::size_t line; // number of the line at `begin`, 0-based
    std::vector<std::string_view> removed; // with their newlines
    std::vector<std::string_view> added;
};

std::vector<std::string_view> split(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

// Returns where the line after that of `offset` begins.
std::size_t next_line(std::string_view text, std::size_t offset)
{
    const std::size_t newline = text.find('\n', offset);
    return newline == std::string_view::npos ? text.size() : newline + 1;
}

// Converts replacements into runs.
class Runs {
public:
    explicit Runs(std::string_view before)
        : before(before)
    {
    }

    // Adds the replacements from `first` on that share lines, as one text. Returns the index of the
    // replacement after them.
    std::size_t add(
        const std::vector<TextChange>& replacements, std::size_t first, std::string& updated)
    {
        const std::size_t begin = line_begin(before, replacements[first].match.begin);
        std::size_t at = begin;
        std::size_t end = begin;
        std::size_t index = first;
        const auto is_near = [&](const TextChange& replacement) {
            return line_begin(before, replacement.match.begin) < end;
        };
        for (; index < replacements.size() && (index == first || is_near(replacements[index]));
             ++index) {
            const auto& [match, text] = replacements[index];
            updated += before.substr(at, match.begin - at);
            updated += text;
            at = match.end;
            end = next_line(before, at);
        }
        updated += before.substr(at, end - at);
        line += static_cast<std::size_t>(
            std::count(before.begin() + static_cast<std::ptrdiff_t>(counted),
                before.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
        counted = begin;
        add_changes(begin, split(before.substr(begin, end - begin)), split(updated));
        return index;
    }

    std::vector<Run> runs;
    std::size_t bytes = 0; // in the lines of all runs

private:
    void add_changes(std::size_t begin, const std::vector<std::string_view>& old,
        const std::vector<std::string_view>& updated)
    {
        std::size_t at = begin;
        bool goes_on = false;
        for (const auto& step : line_script(old, updated)) {
            const bool is_common = step.kind == StepKind::common;
            if (!is_common && !goes_on)
                runs.push_back({at, at, line + step.before, {}, {}});
            goes_on = !is_common;
            const std::string_view text
                = step.kind == StepKind::added ? updated[step.after] : old[step.before];
            if (step.kind == StepKind::removed)
                runs.back().removed.push_back(text);
            if (step.kind == StepKind::added)
                runs.back().added.push_back(text);
            else
                at += text.size();
            bytes += is_common ? 0 : text.size();
            if (!is_common)
                runs.back().end = at;
        }
    }

    std::string_view before;
    std::size_t counted = 0; // number of bytes whose lines are counted in `line`
    std::size_t line = 0;
};

// Writes hunks until the size limit is reached.
class Writer {
public:
    Writer(std::string_view before, std::size_t most)
        : before(before)
        , most(most)
    {
    }

    // Writes one hunk. The runs [first, last) are so close together that they share it.
    void write(const std::vector<Run>& runs, std::size_t first, std::size_t last)
    {
        const Run& head = runs[first];
        const Run& tail = runs[last - 1];
        std::size_t begin = head.begin;
        std::size_t line = head.line;
        for (; line + context > head.line && begin > 0; --line)
            begin = line_begin(before, begin - 1);
        std::size_t end = tail.end;
        for (std::size_t number = 0; number < context && end < before.size(); ++number)
            end = next_line(before, end);
        Hunk hunk;
        std::size_t at = begin;
        for (std::size_t index = first; index < last; ++index) {
            hunk.put(' ', split(before.substr(at, runs[index].begin - at)));
            hunk.put('-', runs[index].removed);
            hunk.put('+', runs[index].added);
            at = runs[index].end;
        }
        hunk.put(' ', split(before.substr(at, end - at)));
        put(hunk, line);
        moved += static_cast<std::ptrdiff_t>(hunk.after) - static_cast<std::ptrdiff_t>(hunk.before);
    }

    void put_line(std::string_view line)
    {
        is_cut = is_cut || diff.size() + line.size() > most;
        if (!is_cut)
            diff += line;
    }

    Diff take() { return {std::move(diff), is_cut}; }
    bool is_full() const { return is_cut; }

    static constexpr std::size_t context = 3;

private:
    struct Hunk {
        std::vector<std::pair<char, std::string_view>> lines;
        std::size_t before = 0;
        std::size_t after = 0;

        void put(char mark, const std::vector<std::string_view>& texts)
        {
            for (const auto text : texts)
                lines.emplace_back(mark, text);
            before += mark == '+' ? 0 : texts.size();
            after += mark == '-' ? 0 : texts.size();
        }
    };

    static std::string range(std::size_t line, std::size_t count)
    {
        return std::to_string(count == 0 ? line : line + 1) + "," + std::to_string(count);
    }

    void put(const Hunk& hunk, std::size_t line)
    {
        const auto line_after = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(line) + moved);
        put_line(
            "@@ -" + range(line, hunk.before) + " +" + range(line_after, hunk.after) + " @@\n");
        for (const auto& [mark, text] : hunk.lines) {
            if (text.size() > most) {
                is_cut = true;
                return;
            }
            std::string written = mark + std::string(text);
            if (!text.ends_with('\n'))
                written += "\n\\ No newline at end of file\n";
            put_line(written);
        }
    }

    std::string_view before;
    std::size_t most;
    std::string diff;
    bool is_cut = false;
    std::ptrdiff_t moved = 0; // by how many lines the text has grown so far
};

}

std::string header_name(std::string_view prefix, std::string_view name)
{
    std::string whole = std::string(prefix) + std::string(name);
    const auto is_plain = [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte >= 0x20 && byte != 0x7f && letter != '"' && letter != '\\';
    };
    if (is_utf8(whole) && std::all_of(whole.begin(), whole.end(), is_plain))
        return whole;
    std::string quoted = "\"";
    for (const char letter : whole) {
        const auto byte = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\')
            quoted += {'\\', letter};
        else if (is_plain(letter) && byte < 0x80)
            quoted += letter;
        else
            quoted += {'\\', static_cast<char>('0' + (byte >> 6U)),
                static_cast<char>('0' + (byte >> 3U & 7U)), static_cast<char>('0' + (byte & 7U))};
    }
    return quoted + "\"";
}

static std::string header(
    const char* mark, const char* prefix, const std::optional<std::string_view>& name)
{
    return mark + (name ? header_name(prefix, *name) : "/dev/null") + "\n";
}

Diff unified_diff(std::string_view before, const std::vector<TextChange>& changes,
    const DiffNames& names, std::size_t most)
{
    Writer writer(before, most);
    writer.put_line(header("--- ", "a/", names.before));
    writer.put_line(header("+++ ", "b/", names.after));
    Runs runs(before);
    std::deque<std::string> updated; // what the runs view into
    // Stops at the limit, because there may be a million changes.
    for (std::size_t index = 0; index < changes.size() && runs.bytes <= most;)
        index = runs.add(changes, index, updated.emplace_back());
    const auto& all = runs.runs;
    for (std::size_t first = 0; first < all.size() && !writer.is_full();) {
        std::size_t last = first + 1;
        while (last < all.size()
            && all[last].line - all[last - 1].line - all[last - 1].removed.size()
                <= 2 * Writer::context)
            ++last;
        writer.write(all, first, last);
        first = last;
    }
    return writer.take();
}

TextChange difference_between(std::string_view before, std::string_view after)
{
    const auto head = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first
        - before.begin());
    const std::size_t most = std::min(before.size(), after.size()) - head;
    std::size_t tail = 0;
    while (tail < most && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {
        {head, before.size() - tail}, std::string(after.substr(head, after.size() - tail - head))};
}

// Returns the first new line of a hunk: 12 for "@@ -10,7 +12,8 @@". If there are no new lines,
// returns the line after them.
static std::size_t first_line_of(std::string_view header)
{
    const std::size_t plus = header.find('+');
    if (plus == std::string_view::npos)
        return 1;
    header.remove_prefix(plus);
    std::size_t line = 0;
    const char* const end = header.data() + header.size();
    const auto [rest, error] = std::from_chars(header.data() + 1, end, line);
    const bool has_no_lines
        = std::string_view(rest, static_cast<std::size_t>(end - rest)).starts_with(",0 ");
    return error == std::errc() ? line + (has_no_lines ? 1 : 0) : 1;
}

std::size_t line_after(std::string_view diff)
{
    std::size_t line = 1;
    bool is_in_hunk = false;
    for (const std::string_view text : split(diff)) {
        if (text.starts_with("@@")) {
            line = first_line_of(text);
            is_in_hunk = true;
        } else if (is_in_hunk && (text.starts_with('+') || text.starts_with(' '))) {
            ++line;
        }
    }
    return line;
}

}
