#include "hunk_indentation.hpp"

#include "toolkit/match/reindentation.hpp"
#include "toolkit/text/folding.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

namespace {

// The lines that the added lines of a hunk are compared with: the old lines as the file has them,
// or as the hunk shows them.
enum Reading { in_file, as_written };

// A line of a hunk that has text.
struct Row {
    read::Mark mark;
    std::string_view text; // without its indentation
    // The indentation in each reading; an added line has the same one in both.
    std::array<std::string_view, 2> indentation;
    // Deeper than a row above it that has the same mark, since the last line of context.
    bool is_inner;

    std::string_view written() const { return indentation[Reading::as_written]; }

    bool is_below(const Row& head, Reading reading) const
    {
        return match::is_deeper(indentation.at(reading), head.indentation.at(reading));
    }
};

using Rows = std::vector<const Row*>;

constexpr std::ptrdiff_t max_ahead = 20;

// Returns how many bytes at its beginning a line keeps if `after` may be `before` changed at its
// end; otherwise 0.
std::size_t kept_of_line(std::string_view before, std::string_view after)
{
    const std::size_t size = std::min(before.size(), after.size());
    const auto same = static_cast<std::size_t>(
        std::mismatch(
            before.begin(), before.begin() + static_cast<std::ptrdiff_t>(size), after.begin())
            .first
        - before.begin());
    return same == before.size() || (same * 2 >= before.size() && same >= 3) ? same : 0;
}

// Returns the rows with this mark whose text is not also added (or removed) elsewhere in the hunk.
Rows changed(const std::vector<Row>& rows, read::Mark mark)
{
    std::unordered_set<std::string_view> others;
    for (const auto& row : rows)
        if (row.mark != mark && row.mark != read::Mark::context)
            others.insert(row.text);
    Rows found;
    for (const auto& row : rows)
        if (row.mark == mark && !others.contains(row.text))
            found.push_back(&row);
    return found;
}

Rows::const_iterator ahead(Rows::const_iterator begin, Rows::const_iterator end)
{
    return begin + std::min(end - begin, max_ahead);
}

struct Among {
    Rows::const_iterator begin, end;
};

// Returns the row that shares most of its beginning with this one. Returns nullopt if another row
// shares as much and is indented otherwise.
std::optional<Rows::const_iterator> likest(const Row& row, const Among& among)
{
    std::optional<Rows::const_iterator> found;
    std::size_t most = 0;
    bool is_sure = false;
    for (auto other = among.begin; other != among.end; ++other) {
        const std::size_t kept = row.mark == read::Mark::removed
            ? kept_of_line(row.text, (*other)->text)
            : kept_of_line((*other)->text, row.text);
        if (kept > most) {
            most = kept;
            found = other;
            is_sure = true;
        } else if (found && kept == most)
            is_sure = is_sure && (*other)->indentation == (**found)->indentation;
    }
    return is_sure ? found : std::nullopt;
}

// Returns true if all added lines that replace a removed line, changed at its end, are as deep as
// that line was in this reading. Lines that cannot be paired in both directions are ignored, and so
// are inner lines, because the block around them may be added or removed.
bool keeps_depths(const std::vector<Row>& rows, Reading reading)
{
    const Rows removed = changed(rows, read::Mark::removed);
    const Rows added = changed(rows, read::Mark::added);
    auto next = added.begin();
    for (auto before = removed.begin(); before != removed.end(); ++before) {
        const auto after = likest(**before, {next, ahead(next, added.end())});
        if (!after)
            continue;
        const auto first = std::prev(before, std::min(before - removed.begin(), max_ahead));
        if (likest(***after, {first, ahead(before, removed.end())}) != before || (*before)->is_inner
            || (**after)->is_inner)
            continue;
        if ((*before)->indentation.at(reading) != (**after)->indentation.at(reading))
            return false;
        next = std::next(*after);
    }
    return true;
}

// The lines that are added or removed between two lines of context; may be empty.
struct Run {
    std::size_t begin;
    std::size_t end;
};

class Additions {
public:
    Additions(const read::Hunk& hunk, const std::vector<text::Line>& there)
    {
        static constexpr std::array<std::size_t, 2> none {SIZE_MAX, SIZE_MAX};
        // The least depth of the removed lines of a run, and of the added ones.
        std::array<std::size_t, 2> least = none;
        auto line_there = there.begin();
        for (const auto& [mark, line] : hunk.lines) {
            const std::string_view text = text::trimmed(line.text);
            const std::string_view written = text::indentation_of(line.text);
            const std::string_view in_file
                = mark == read::Mark::added ? written : text::indentation_of((line_there++)->text);
            if (text.empty())
                continue;
            if (mark == read::Mark::context)
                least = none;
            const std::size_t depth = match::columns_of(written);
            std::size_t& outer = least.at(mark == read::Mark::added ? 1 : 0);
            rows.push_back({mark, text, {in_file, written}, depth > outer});
            if (mark != read::Mark::context)
                outer = std::min(outer, depth);
        }
    }

    match::IndentationStyle style() const
    {
        const auto is_possible = [this](Reading reading) {
            return makes_sense(reading) && has_its_whitespace(reading);
        };
        bool is_as_file = is_possible(Reading::in_file);
        bool is_as_written = is_possible(Reading::as_written);
        if (is_as_file && is_as_written) {
            is_as_file = keeps_depths(rows, Reading::in_file);
            is_as_written = keeps_depths(rows, Reading::as_written);
        }
        if (is_as_file == is_as_written || (is_as_file && may_leave_a_block()))
            return match::IndentationStyle::unclear;
        return is_as_file ? match::IndentationStyle::file : match::IndentationStyle::writer;
    }

private:
    bool makes_sense(Reading reading) const
    {
        for (Run run {0, 0}; run.begin < rows.size(); run.begin = run.end + 1) {
            run.end = end_of_run(run.begin);
            if (!makes_sense(run, reading))
                return false;
        }
        return true;
    }

    std::size_t end_of_run(std::size_t begin) const
    {
        while (begin < rows.size() && rows[begin].mark != read::Mark::context)
            ++begin;
        return begin;
    }

    // Returns true if an added line was written less deep than a line next to its run, so that it
    // may end a block there.
    bool may_leave_a_block() const
    {
        for (Run run {0, 0}; run.begin < rows.size(); run.begin = run.end + 1) {
            run.end = end_of_run(run.begin);
            std::size_t deepest = 0;
            for (auto row = run.begin == 0 ? rows.begin() : begin_of(run) - 1; row != end_of(run);
                 ++row)
                if (row->mark != read::Mark::added)
                    deepest = std::max(deepest, match::columns_of(row->written()));
            if (std::any_of(begin_of(run), end_of(run), [&](const Row& row) {
                    return row.mark == read::Mark::added
                        && match::columns_of(row.written()) < deepest;
                }))
                return true;
        }
        return false;
    }

    // Returns true if the first and the least deep of the added lines are as deep as a line next to
    // them, or inside a block that the line above them opens.
    bool makes_sense(const Run& run, Reading reading) const
    {
        const Row* first = nullptr;
        const Row* least = nullptr;
        for (std::size_t number = run.begin; number < run.end; ++number)
            if (const Row& row = rows[number]; row.mark == read::Mark::added) {
                first = first ? first : &row;
                least = !least
                        || match::columns_of(row.written()) < match::columns_of(least->written())
                    ? &row
                    : least;
            }
        return !first
            || (fits(*first, run, reading) && fits(*least, run, reading)
                && !parts_a_block(*first, run, reading));
    }

    bool fits(const Row& added, const Run& run, Reading reading) const
    {
        const auto is_as_deep = [&](const Row& row) {
            return row.mark != read::Mark::added
                && row.indentation.at(reading) == added.indentation.at(reading);
        };
        if (std::any_of(begin_of(run), end_of(run), is_as_deep))
            return true;
        if (run.begin == 0)
            return false;
        const Row& above = rows[run.begin - 1];
        return is_as_deep(above)
            || (match::opens_block(above.text) && !has_block(run, reading)
                && added.is_below(above, reading));
    }

    // Returns true if the line would separate the first line of a block from its content, and is
    // neither the beginning of a block itself nor a comment.
    bool parts_a_block(const Row& first, const Run& run, Reading reading) const
    {
        return run.begin > 0 && match::opens_block(rows[run.begin - 1].text)
            && has_block(run, reading) && !first.is_below(rows[run.begin - 1], reading)
            && !match::opens_block(first.text)
            && std::string_view("#/*-})]").find(first.text.front()) == std::string_view::npos;
    }

    // Returns true if one of the old lines of the run, or the line after it, is deeper than the
    // line above it.
    bool has_block(const Run& run, Reading reading) const
    {
        return std::any_of(begin_of(run), end_of(run), [&](const Row& row) {
            return row.mark != read::Mark::added && row.is_below(rows[run.begin - 1], reading);
        });
    }

    std::vector<Row>::const_iterator begin_of(const Run& run) const
    {
        return rows.begin() + static_cast<std::ptrdiff_t>(run.begin);
    }

    std::vector<Row>::const_iterator end_of(const Run& run) const
    {
        return rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), run.end + 1));
    }

    // Returns false if the added lines contain tabs (or spaces) and the old lines contain them only
    // in the other reading.
    bool has_its_whitespace(Reading reading) const
    {
        const auto has = [&](char kind, Reading how, bool is_added) {
            return std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
                return (row.mark == read::Mark::added) == is_added
                    && row.indentation.at(how).find(kind) != std::string_view::npos;
            });
        };
        const auto other = static_cast<Reading>(1 - reading);
        for (const auto& [kind, rival] : {std::pair(' ', '\t'), std::pair('\t', ' ')})
            if (has(kind, reading, true) && !has(kind, reading, false) && has(rival, reading, false)
                && has(kind, other, false))
                return false;
        return true;
    }

    std::vector<Row> rows;
};

}

match::IndentationStyle style_of_additions(
    const read::Hunk& hunk, const std::vector<text::Line>& there)
{
    return Additions(hunk, there).style();
}

}
