#include "frontends/screen/change_lines.hpp"

#include "frontends/screen/code_colours.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace toolkit;
using agent::channel::DisplayLine;
using agent::channel::LineRole;

static constexpr std::size_t max_words = 500;
static constexpr double least_share = 0.4;

// Splits a line into words and single other characters.
static std::vector<std::string_view> words_of(std::string_view line)
{
    std::vector<std::string_view> words;
    while (!line.empty()) {
        std::size_t size = 0;
        while (size < line.size() && text::is_word(line[size]))
            ++size;
        words.push_back(line.substr(0, std::max<std::size_t>(size, 1)));
        line.remove_prefix(words.back().size());
    }
    return words;
}

namespace {

// A removed line and the added one. Words that only one of them has are in reverse video.
struct Pair {
    Line removed;
    Line added;
};

void add_word(Line& line, const SafeText& word, Style style, bool is_new)
{
    style.reverse = is_new;
    line.add(word, style);
}

}

// Marks the differences of two lines. Marks nothing if they have little in common.
static Pair marked(const SafeText& removed, const SafeText& added, const Palette& palette)
{
    Pair pair {{removed, palette.of(Role::removed)}, {added, palette.of(Role::added)}};
    const std::vector<std::string_view> before
        = words_of(std::string_view(removed.bytes()).substr(1));
    const std::vector<std::string_view> after = words_of(std::string_view(added.bytes()).substr(1));
    if (before.size() > max_words || after.size() > max_words)
        return pair;
    const std::vector<text::ScriptStep> script = text::line_script(before, after);
    const auto common = static_cast<double>(std::count_if(script.begin(), script.end(),
        [](const auto& step) { return step.kind == text::StepKind::common; }));
    if (common < least_share * static_cast<double>(std::max(before.size(), after.size())))
        return pair;
    pair = {{"-", palette.of(Role::removed)}, {"+", palette.of(Role::added)}};
    for (const text::ScriptStep& step : script) {
        const bool is_common = step.kind == text::StepKind::common;
        if (step.kind != text::StepKind::added)
            add_word(
                pair.removed, prose(before[step.before]), palette.of(Role::removed), !is_common);
        if (step.kind != text::StepKind::removed)
            add_word(pair.added, prose(after[step.after]), palette.of(Role::added), !is_common);
    }
    return pair;
}

// Shows spaces at the end of a line.
static Line with_shown_end(const Line& line)
{
    const std::string text = line.text();
    const std::size_t end = text.find_last_not_of(" \t") + 1;
    if (end == text.size() || end == 0 || text.front() == ' ')
        return line;
    Line result;
    std::size_t at = 0;
    for (const Span& span : line.spans) {
        const std::size_t size = span.text.bytes().size();
        const std::size_t before = std::min(size, end - std::min(end, at));
        Style style = span.style;
        result.add(span.text.part(0, before), style);
        style.reverse = true;
        result.add(span.text.part(before), style);
        at += size;
    }
    return result;
}

namespace {

class ChangeLines {
public:
    explicit ChangeLines(const Palette& palette)
        : palette(palette)
    {
    }

    Lines of(std::string_view diff)
    {
        while (!diff.empty()) {
            const std::size_t end = std::min(diff.find('\n'), diff.size());
            add(prose(diff.substr(0, end)));
            diff.remove_prefix(std::min(end + 1, diff.size()));
        }
        end_change();
        return std::move(lines);
    }

private:
    void add(const SafeText& line)
    {
        const std::string& bytes = line.bytes();
        const bool is_name = bytes.starts_with("--- ") || bytes.starts_with("+++ ");
        if (bytes.starts_with('-') && !is_name) {
            if (!added.empty())
                end_change();
            removed.push_back(line);
        } else if (bytes.starts_with('+') && !is_name) {
            added.push_back(line);
        } else {
            end_change();
            lines.push_back(diff_line(line, palette));
        }
    }

    void end_change()
    {
        Lines after;
        for (std::size_t at = 0; at < std::max(removed.size(), added.size()); ++at) {
            if (at < removed.size() && at < added.size()) {
                const Pair pair = marked(removed[at], added[at], palette);
                lines.push_back(with_shown_end(pair.removed));
                after.push_back(with_shown_end(pair.added));
            } else if (at < removed.size()) {
                lines.push_back(with_shown_end({removed[at], palette.of(Role::removed)}));
            } else {
                after.push_back(with_shown_end({added[at], palette.of(Role::added)}));
            }
        }
        lines.insert(lines.end(), after.begin(), after.end());
        removed.clear();
        added.clear();
    }

    const Palette& palette;
    Lines lines;
    std::vector<SafeText> removed;
    std::vector<SafeText> added;
};

}

Lines change_lines(std::string_view diff, const Palette& palette)
{
    Lines lines = ChangeLines(palette).of(diff);
    for (Line& line : lines)
        line.is_verbatim = true;
    return lines;
}

namespace {

// Puts the lines of a change into rows, with their numbers.
class NumberedLines {
public:
    NumberedLines(std::size_t columns, const Palette& palette)
        : columns(columns)
        , palette(palette)
    {
    }

    Lines of(const std::vector<DisplayLine>& lines)
    {
        for (const DisplayLine& line : lines) {
            if (line.role == LineRole::removed) {
                if (!added.empty())
                    end_change();
                removed.push_back(&line);
            } else if (line.role == LineRole::added) {
                added.push_back(&line);
            } else {
                end_change();
                add_other(line);
            }
        }
        end_change();
        return std::move(rows);
    }

private:
    static SafeText signed_text(const DisplayLine& line)
    {
        const bool is_added = line.role == LineRole::added;
        return (is_added ? SafeText("+") : SafeText("-")) + prose(line.text);
    }

    void add_other(const DisplayLine& line)
    {
        if (line.role == LineRole::gap)
            rows.emplace_back(SafeText("    ⋮"), palette.of(Role::dim));
        else if (line.role == LineRole::name)
            rows.emplace_back(SafeText("  ") + strict(line.text), palette.of(Role::dim));
        else
            put(line, {SafeText(" ") + prose(line.text)});
    }

    void put(const DisplayLine& line, const Line& text)
    {
        static constexpr std::size_t width = 5;
        Line row;
        if (line.number && columns >= 40) {
            const std::string digits = std::to_string(*line.number);
            row.add(spaces(width - std::min(width, digits.size())) + prose(digits) + " ",
                palette.of(Role::dim));
        } else {
            row.add("  ");
        }
        row.add(text);
        rows.push_back(cut(row, columns));
    }

    void end_change()
    {
        std::vector<Line> after;
        for (std::size_t at = 0; at < std::max(removed.size(), added.size()); ++at) {
            if (at < removed.size() && at < added.size()) {
                Pair pair = marked(signed_text(*removed[at]), signed_text(*added[at]), palette);
                put(*removed[at], with_shown_end(pair.removed));
                after.push_back(with_shown_end(pair.added));
            } else if (at < removed.size()) {
                put(*removed[at],
                    with_shown_end({signed_text(*removed[at]), palette.of(Role::removed)}));
            } else {
                after.push_back(with_shown_end({signed_text(*added[at]), palette.of(Role::added)}));
            }
        }
        for (std::size_t at = 0; at < after.size(); ++at)
            put(*added[at], after[at]);
        removed.clear();
        added.clear();
    }

    std::size_t columns;
    const Palette& palette;
    Lines rows;
    std::vector<const DisplayLine*> removed;
    std::vector<const DisplayLine*> added;
};

}

Lines numbered_lines(
    const std::vector<DisplayLine>& lines, std::size_t columns, const Palette& palette)
{
    return NumberedLines(columns, palette).of(lines);
}

}
