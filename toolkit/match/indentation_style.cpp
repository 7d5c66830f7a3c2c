#include "toolkit/match/reindentation.hpp"

#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace toolkit::match {

namespace {

// A line of the old text with both of its indentations.
struct OldLine {
    std::string_view text; // without its indentation
    std::string_view written, file; // its indentation in the old text and in the file
    std::string in_file; // the whole line as in the file
    std::string as_written; // the whole line as written
};

struct NewLine {
    std::string_view text; // without its indentation
    std::string_view indentation;
    std::string whole; // the whole line
};

using Indentations = std::vector<std::string_view>;

std::optional<std::string_view> smallest(const Indentations& indentations)
{
    const auto least = std::min_element(indentations.begin(), indentations.end(),
        [](std::string_view left, std::string_view right) {
            return columns_of(left) < columns_of(right);
        });
    return least == indentations.end() ? std::nullopt : std::optional(*least);
}

bool contains(const Indentations& indentations, std::string_view sought)
{
    return std::find(indentations.begin(), indentations.end(), sought) != indentations.end();
}

class Judge {
public:
    explicit Judge(const IndentationExample& example)
        : example(example)
    {
        for (std::size_t number = 0; number < example.written.size(); ++number)
            add_old(example.written[number].text, example.file[number].text);
        for (const auto& line : example.more)
            if (const std::string_view text = text::trimmed(line.text); !text.empty()) {
                const std::string_view indentation = text::indentation_of(line.text);
                updated.push_back(
                    {text, indentation, std::string(indentation) + std::string(text)});
            }
    }

    IndentationStyle style() const
    {
        if (!least().updated || !least().file)
            return IndentationStyle::writer; // no new line would change
        const auto decided = by_shared_lines();
        if (!decided)
            return by_smallest();
        if (*decided == IndentationStyle::writer && has_run_in_file_style())
            return IndentationStyle::unclear;
        if (*decided == IndentationStyle::file && may_wrap())
            return IndentationStyle::unclear;
        const bool is_anchored = updated.front().text == old.front().text;
        // The first line is the same but indented in a third way: the shared lines may be other
        // lines with the same text (a brace).
        if (is_anchored && updated.front().whole != old.front().in_file
            && updated.front().whole != old.front().as_written)
            return IndentationStyle::unclear;
        return is_anchored || (is_confirmed(*decided) && !are_pairs_doubtful())
            ? *decided
            : IndentationStyle::unclear;
    }

private:
    void add_old(std::string_view written, std::string_view file)
    {
        const std::string_view text = text::trimmed(written);
        if (text.empty())
            return;
        old.push_back({text, text::indentation_of(written), text::indentation_of(file),
            std::string(text::indentation_of(file)) + std::string(text),
            std::string(text::indentation_of(written)) + std::string(text)});
    }

    // Returns how many lines the old and the new text have in common, compared by these members.
    // Only old lines whose indentation differs in the file count, unless `has_all`.
    template<typename OldText, typename NewText>
    std::size_t count_common(OldText before, NewText after, bool has_all = false) const
    {
        std::vector<std::string_view> left;
        std::vector<std::string_view> right;
        for (const auto& line : old)
            if (has_all || line.written != line.file)
                left.push_back(line.*before);
        for (const auto& line : updated)
            right.push_back(line.*after);
        const auto script = text::line_script(left, right);
        return static_cast<std::size_t>(std::count_if(script.begin(), script.end(),
            [](const text::ScriptStep& step) { return step.kind == text::StepKind::common; }));
    }

    // Returns true if a line that both texts have exactly once is not indented as in `whole`.
    // Repeated lines (braces) are ignored, since they may be paired wrongly. A line that was
    // written as in the file only counts against the style of the file.
    bool moves_single_line(std::string OldLine::*whole) const
    {
        return std::any_of(old.begin(), old.end(), [&](const OldLine& line) {
            const auto is_same = [&](const auto& other) { return other.text == line.text; };
            const auto there = std::find_if(updated.begin(), updated.end(), is_same);
            const bool counts = line.written != line.file || whole == &OldLine::in_file;
            return counts && std::count_if(old.begin(), old.end(), is_same) == 1
                && std::count_if(updated.begin(), updated.end(), is_same) == 1
                && there->whole != line.*whole;
        });
    }

    // Returns true if any shared line is not indented as in `whole`. This includes a line that is
    // paired with a wrong one (a brace), because the right one is then left without a partner.
    bool moves_any_line(std::string OldLine::*whole) const
    {
        return count_common(whole, &NewLine::whole, true)
            < count_common(&OldLine::text, &NewLine::text, true);
    }

    // Returns true if every shared line may be one of several old lines with the same text at
    // different depths. The pairs then prove nothing, unless both texts end with the same line.
    bool are_pairs_doubtful() const
    {
        return updated.back().text != old.back().text
            && std::none_of(old.begin(), old.end(), [&](const OldLine& line) {
                   const auto is_same = [&](const auto& other) { return other.text == line.text; };
                   const auto is_elsewhere = [&](const OldLine& other) {
                       return other.text == line.text && other.file != line.file;
                   };
                   const auto count = std::count_if(updated.begin(), updated.end(), is_same);
                   return count > 0
                       && (std::none_of(old.begin(), old.end(), is_elsewhere)
                           || count >= std::count_if(old.begin(), old.end(), is_same));
               });
    }

    std::optional<IndentationStyle> by_shared_lines() const
    {
        const std::size_t all = count_common(&OldLine::text, &NewLine::text);
        const std::size_t as_file = count_common(&OldLine::in_file, &NewLine::whole);
        const std::size_t as_written = count_common(&OldLine::as_written, &NewLine::whole);
        if (as_file != as_written && std::max(as_file, as_written) >= all) {
            const bool is_file = as_file > as_written;
            const auto whole = is_file ? &OldLine::in_file : &OldLine::as_written;
            if (moves_single_line(whole) || moves_any_line(whole))
                return IndentationStyle::unclear;
            return is_file ? IndentationStyle::file : IndentationStyle::writer;
        }
        if (as_file != as_written || (as_file > 0 && as_file < all))
            return IndentationStyle::unclear;
        // All shared lines have a third indentation, probably because they are now inside new
        // lines, which may show the style. If a line is less deep than before, it may be written in
        // a third style.
        if (all > 0 && (is_shared(least().updated) || is_one_less_deep()))
            return IndentationStyle::unclear;
        return {};
    }

    // Returns true if the lines inserted before the old ones have the written depth of the first
    // old line, and that line is deeper now: the old lines may become a part of the inserted block.
    bool may_wrap() const
    {
        const auto kept = std::find_if(updated.begin(), updated.end(),
            [this](const NewLine& line) { return line.text == old.front().text; });
        return kept != updated.begin() && kept != updated.end()
            && updated.front().indentation == old.front().written
            && columns_of(kept->indentation) > columns_of(old.front().written);
    }

    // Returns true if an old line is repeated at this indentation.
    bool is_shared(std::optional<std::string_view> indentation) const
    {
        return std::any_of(updated.begin(), updated.end(), [&](const NewLine& line) {
            return line.indentation == indentation
                && std::any_of(old.begin(), old.end(),
                    [&](const OldLine& there) { return there.text == line.text; });
        });
    }

    // Returns true if an old line is repeated less deep than it was written anywhere.
    bool is_one_less_deep() const
    {
        return std::any_of(updated.begin(), updated.end(), [&](const NewLine& line) {
            const auto is_deeper = [&](const OldLine& there) {
                return there.text != line.text
                    || columns_of(there.written) > columns_of(line.indentation);
            };
            const auto is_same = [&](const OldLine& there) { return there.text == line.text; };
            return std::any_of(old.begin(), old.end(), is_same)
                && std::all_of(old.begin(), old.end(), is_deeper);
        });
    }

    // The smallest indentations of the old lines that are indented otherwise in the file, and of
    // the new lines that do not have the indentation of an unchanged old line.
    struct Least {
        std::optional<std::string_view> updated, file, written;
        // A new line has the indentation of an unchanged old line and is less deep than the others.
        bool begins_unchanged;
    };

    Least least() const
    {
        Indentations unchanged, in_file, as_written, new_ones, kept;
        for (const auto& line : old) {
            if (line.written == line.file)
                unchanged.push_back(line.file);
            else {
                in_file.push_back(line.file);
                as_written.push_back(line.written);
            }
        }
        for (const auto& line : updated)
            (contains(unchanged, line.indentation) ? kept : new_ones).push_back(line.indentation);
        const auto first = smallest(new_ones);
        const auto base = smallest(kept);
        return {first, smallest(in_file), smallest(as_written),
            first && base && columns_of(*base) < columns_of(*first)};
    }

    IndentationStyle by_smallest() const
    {
        const Least found = least();
        const auto is_in_file = [&](const OldLine& line) { return line.file == found.updated; };
        return found.updated == found.written && std::none_of(old.begin(), old.end(), is_in_file)
            ? IndentationStyle::writer
            : IndentationStyle::unclear;
    }

    bool is_confirmed(IndentationStyle style) const
    {
        const Least found = least();
        return found.file == found.written || found.begins_unchanged
            || found.updated == (style == IndentationStyle::file ? found.file : found.written);
    }

    // Returns true if new lines replace old ones with their indentation in the file and not as
    // written, or are next to old lines that lack a part of a step.
    bool has_run_in_file_style() const
    {
        std::vector<std::string_view> before;
        std::vector<std::string_view> after;
        for (const auto& line : old)
            before.push_back(line.text);
        for (const auto& line : updated)
            after.push_back(line.text);
        const auto script = text::line_script(before, after);
        for (auto step = script.begin(); step != script.end();) {
            Indentations added;
            std::size_t begin = step->before;
            std::size_t end = begin;
            for (; step != script.end() && step->kind != text::StepKind::common; ++step) {
                if (step->kind == text::StepKind::added)
                    added.push_back(updated[step->after].indentation);
                else
                    end = step->before + 1;
            }
            if (is_in_file_style(added, begin, end))
                return true;
            if (step != script.end())
                ++step;
        }
        return false;
    }

    // Returns true if the difference is not a multiple of a step: the line was not shifted, but a
    // part of its indentation is missing.
    bool is_off_by_part_of_step(const OldLine& line) const
    {
        const std::size_t written = columns_of(line.written);
        const std::size_t file = columns_of(line.file);
        if (written == file)
            return false;
        const std::size_t step
            = columns_of(example.step ? *example.step : indentation_step(example.whole));
        return step > 1 && (std::max(written, file) - std::min(written, file)) % step != 0;
    }

    // Returns true if new lines in place of these old ones, or next to them, have the style of the
    // file.
    bool is_in_file_style(const Indentations& added, std::size_t begin, std::size_t end) const
    {
        const std::size_t before = begin == 0 ? 0 : begin - 1;
        const std::size_t after = std::min(old.size(), end + 1);
        Indentations in_file;
        Indentations as_written;
        for (std::size_t number = before; number < after; ++number) {
            as_written.push_back(old[number].written);
            if ((number >= begin && number < end) || is_off_by_part_of_step(old[number]))
                in_file.push_back(old[number].file);
        }
        const auto is_written = [&](std::string_view one) { return contains(as_written, one); };
        const auto least = smallest(added);
        return least && contains(in_file, *least)
            && std::none_of(added.begin(), added.end(), is_written);
    }

    const IndentationExample& example;
    std::vector<OldLine> old; // lines without text are left out, here and below
    std::vector<NewLine> updated;
};

}

IndentationStyle indentation_style(const IndentationExample& example)
{
    return Judge(example).style();
}

}
