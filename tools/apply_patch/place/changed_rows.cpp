#include "changed_rows.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_set>

namespace apply_patch::place {

namespace {

using Rows = std::vector<const Row*>;

constexpr std::ptrdiff_t max_ahead = 20;

// How many bytes at its beginning a line keeps, if the other one may be the same line, changed at
// its end; else 0.
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

// The lines that are added, or removed, and not both.
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

// The row that keeps most of this one, or of which this one keeps most. None if another keeps as
// much at another depth.
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

}

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

}
