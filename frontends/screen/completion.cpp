#include "frontends/screen/completion.hpp"

#include "frontends/screen/values.hpp"

#include <algorithm>
#include <variant>

namespace frontends::screen {

using Kind = channel::Completed;

void Completion::open(
    const channel::Completions& list, channel::Completed wanted, const std::string& letters)
{
    close();
    kind = wanted;
    typed = letters;
    note = list.note;
    for (const auto& item : list.items) {
        const auto* const command = std::get_if<channel::CompletedCommand>(&item);
        items.push_back(
            command != nullptr ? *command : channel::CompletedCommand {std::get<0>(item), {}});
        const auto& one = items.back();
        ListRow row {{}, {strict(one.text)}, {}};
        if (kind == Kind::command)
            row.cells.push_back(strict(one.usage));
        row.cells.push_back(strict(one.summary));
        rows.push_back(std::move(row));
    }
    total = std::max(list.total, static_cast<std::int64_t>(items.size()));
}

void Completion::move(std::ptrdiff_t by, bool wraps)
{
    const auto count = static_cast<std::ptrdiff_t>(items.size());
    const std::ptrdiff_t next = static_cast<std::ptrdiff_t>(at) + by;
    at = static_cast<std::size_t>(
        wraps ? (next + count) % count : std::clamp<std::ptrdiff_t>(next, 0, count - 1));
    has_moved = true;
}

bool Completion::takes_enter(const std::string& word) const
{
    if (kind == Kind::shell)
        return false;
    if (has_moved)
        return true;
    const bool is_complete = std::any_of(items.begin(), items.end(),
        [&](const channel::CompletedCommand& item) { return item.text == word; });
    return !is_complete && !(kind == Kind::argument && word.empty());
}

bool Completion::sends() const
{
    return (kind == Kind::command || kind == Kind::argument) && !chosen().partial
        && !chosen().needs_words;
}

std::string Completion::common_beginning() const
{
    std::string common = items.empty() ? std::string() : items.front().text;
    for (const auto& item : items) {
        const auto end
            = std::mismatch(common.begin(), common.end(), item.text.begin(), item.text.end());
        common.erase(end.first, common.end());
    }
    return common;
}

SafeText Completion::keys(std::size_t columns) const
{
    if (!note.empty() && kind == Kind::shell)
        return strict(note);
    SafeText words
        = with_commas(items.size()) + " of " + with_commas(static_cast<std::uint64_t>(total));
    if (kind == Kind::path)
        words += " files";
    if (!note.empty())
        words = strict(note);
    if (kind == Kind::command)
        return words + " · Tab completes · Enter runs it";
    words += " · Tab takes it";
    return kind == Kind::path && columns >= 70 ? words + " · a / at the end goes into a directory"
                                               : words;
}

Lines Completion::lines(
    std::size_t columns, std::size_t most, std::size_t room, const Palette& palette) const
{
    if (items.empty() || room < 2)
        return {};
    const std::size_t count = std::min({most, max_list_rows, rows.size(), room - 1});
    std::vector<const ListRow*> all;
    all.reserve(rows.size());
    for (const ListRow& row : rows)
        all.push_back(&row);
    ListLayout layout {.letters = typed,
        .is_fuzzy = true,
        .chosen = at,
        .first = first_shown(at, count),
        .count = count};
    layout.is_path = kind == Kind::path;
    layout.name = kind == Kind::path || kind == Kind::shell ? 0 : rows.front().cells.size() - 1;
    Lines lines = list_lines(all, layout, columns, palette);
    lines.push_back(cut({SafeText("  ") + keys(columns), palette.of(Role::dim)}, columns));
    return lines;
}

}
