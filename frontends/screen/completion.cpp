#include "frontends/screen/completion.hpp"

#include "frontends/screen/fields.hpp"
#include "toolkit/json/json.hpp"

#include <algorithm>

namespace frontends::screen {

static constexpr std::size_t max_shown = 8;

void Completion::open(const Json& list)
{
    items.clear();
    at = 0;
    if (!list.is_array())
        return;
    for (const Json& item : list) {
        const std::string text
            = item.is_string() ? item.get<std::string>() : text_field(item, "text");
        if (!text.empty() && items.size() < 100)
            items.push_back({text, text_field(item, "summary")});
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
