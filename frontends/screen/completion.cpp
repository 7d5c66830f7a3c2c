#include "frontends/screen/completion.hpp"

#include <algorithm>
#include <variant>

namespace frontends::screen {

static constexpr std::size_t max_shown = 8;

void Completion::open(const channel::Completions& list)
{
    items.clear();
    at = 0;
    for (const auto& item : list.items) {
        const auto* const command = std::get_if<channel::CompletedCommand>(&item);
        items.push_back(
            command != nullptr ? *command : channel::CompletedCommand {std::get<0>(item), {}});
    }
}

Lines Completion::rows(std::size_t columns, std::size_t most, const Palette& palette) const
{
    Lines rows;
    const std::size_t count = std::min({max_shown, most, items.size()});
    if (count == 0)
        return rows;
    const std::size_t first = at < count ? 0 : at - count + 1;
    for (std::size_t index = first; index < first + count; ++index) {
        Line row {index == at ? SafeText("  → ") : SafeText("    ")};
        row.add(strict(items[index].text), {.reverse = index == at});
        if (!items[index].summary.empty())
            row.add(SafeText("  ") + strict(items[index].summary), palette.of(Role::dim));
        rows.push_back(cut(row, columns));
    }
    return rows;
}

}
