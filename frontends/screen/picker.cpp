#include "frontends/screen/picker.hpp"

#include "frontends/screen/question.hpp"
#include "frontends/screen/values.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

static constexpr std::size_t min_columns_of_words = 70;

Picker::Picker(std::string id, channel::ChatPick given, Moment now)
    : ask(std::move(id))
    , list(std::move(given))
    , rows(list.rows.size())
    , since(now)
{
    for (std::size_t index = 0; index < rows.size(); ++index) {
        for (const auto& cell : list.rows[index].cells)
            rows[index].cells.push_back(strict(cell));
        const auto count = static_cast<std::int64_t>(list.rows[index].actions.size());
        if (list.rows[index].action < 0 || list.rows[index].action >= count)
            list.rows[index].action = 0;
        update_row(index);
    }
    find();
    if (list.row > 0 && static_cast<std::size_t>(list.row) < rows.size())
        at = static_cast<std::size_t>(list.row);
}

// Takes the words of the chosen action.
void Picker::update_row(std::size_t index)
{
    const channel::PickRow& given = list.rows[index];
    ListRow& row = rows[index];
    row.note = strict(given.note);
    row.warns = given.warns;
    if (given.actions.empty())
        return;
    const channel::PickAction& action = given.actions[static_cast<std::size_t>(given.action)];
    row.action = strict(action.name);
    if (!action.note.empty()) {
        row.note = strict(action.note);
        row.warns = action.warns;
    }
}

void Picker::find()
{
    const std::string words = strict(filter.draft.text()).bytes();
    found.clear();
    for (std::size_t index = 0; index < rows.size(); ++index)
        if (has_words(rows[index], words))
            found.push_back(index);
    at = 0;
}

void Picker::move(std::ptrdiff_t by, bool wraps)
{
    if (found.empty())
        return;
    const auto count = static_cast<std::ptrdiff_t>(found.size());
    const std::ptrdiff_t next = static_cast<std::ptrdiff_t>(at) + by;
    at = static_cast<std::size_t>(
        wraps ? (next + count) % count : std::clamp<std::ptrdiff_t>(next, 0, count - 1));
}

void Picker::choose_action(std::ptrdiff_t by)
{
    if (found.empty())
        return;
    channel::PickRow& row = list.rows[found[at]];
    const auto count = static_cast<std::int64_t>(row.actions.size());
    if (count < 2)
        return;
    row.action = (row.action + by + count) % count;
    update_row(found[at]);
}

channel::ScreenMessage Picker::closed() const
{
    return channel::Answer {
        ask, channel::ErrorAnswer {{"CANCELLED", "the operator has closed the list"}}};
}

std::optional<channel::ScreenMessage> Picker::picked(
    channel::PickedBy key, const std::optional<channel::PickKey>& is_offered, Moment now)
{
    if (!is_offered || found.empty())
        return std::nullopt;
    if (last_paste && now - *last_paste < pause_before_answer) { // it may be a part of the paste
        last_paste = now;
        return std::nullopt;
    }
    if (list.changes_files && now - since < pause_before_answer) {
        hint = "that came before the list could be read";
        return std::nullopt;
    }
    channel::Picked message {ask, static_cast<std::int64_t>(found[at]), key, {}};
    message.actions.reserve(list.rows.size());
    for (const auto& row : list.rows)
        message.actions.push_back(row.action);
    return message;
}

// Returns true if the key belongs to the filter.
bool Picker::edit(const Key& key, Moment now)
{
    if (key.kind == Key::paste || key.kind == Key::paste_refused) {
        last_paste = now;
        if (!list.filters || key.kind == Key::paste_refused) {
            hint = "a paste chooses nothing";
            return true;
        }
        std::string text = key.text.substr(0, 1000);
        std::replace(text.begin(), text.end(), '\n', ' ');
        std::replace(text.begin(), text.end(), '\t', ' ');
        filter.draft.insert(text);
        find();
        return true;
    }
    if (!list.filters || key.kind == Key::line_break)
        return false;
    const std::string before = filter.draft.text();
    filter.edit(key);
    if (filter.draft.text() != before)
        find();
    return true;
}

// Returns true if the key chooses a row or an action.
bool Picker::move_by(const Key& key)
{
    static constexpr auto page = static_cast<std::ptrdiff_t>(max_list_rows);
    const bool has_actions
        = !found.empty() && list.rows[found[at]].actions.size() > 1 && filter.draft.empty();
    switch (key.kind) {
    case Key::up:
    case Key::back_tab: move(-1, true); return true;
    case Key::down: move(1, true); return true;
    case Key::page_up: move(-page, false); return true;
    case Key::page_down: move(page, false); return true;
    case Key::left:
    case Key::right:
        if (has_actions)
            choose_action(key.kind == Key::left ? -1 : 1);
        return has_actions;
    case Key::control:
        if (key.text != "n" && key.text != "p")
            return false;
        move(key.text == "n" ? 1 : -1, true);
        return true;
    default: return false;
    }
}

std::optional<channel::ScreenMessage> Picker::key(const Key& key, Moment now)
{
    using By = channel::PickedBy;
    hint.clear();
    if (move_by(key))
        return std::nullopt;
    switch (key.kind) {
    case Key::escape: return closed();
    case Key::enter: return picked(By::enter, list.enter, now);
    case Key::tab: return picked(By::tab, list.tab, now);
    case Key::erase:
        if (list.remove && filter.draft.empty())
            return picked(By::remove, list.remove, now);
        break;
    case Key::typed:
        if (!list.filters && key.text == "v")
            return picked(By::view, list.view, now);
        break;
    case Key::control:
        if (key.text == "c")
            return closed();
        break;
    default: break;
    }
    edit(key, now);
    return std::nullopt;
}

// Replaces "{file}" by the number of the rows whose actions count: "nothing", "1 file", "3 files".
SafeText Picker::words_of(const channel::PickKey& key, bool is_brief) const
{
    std::string words = is_brief ? key.brief : key.words;
    const std::size_t begin = words.find('{');
    const std::size_t end = words.find('}', std::min(begin, words.size()));
    if (begin == std::string::npos || end == std::string::npos)
        return strict(words);
    const auto count = std::count_if(
        list.rows.begin(), list.rows.end(), [](const channel::PickRow& row) {
            return row.actions.empty() || row.actions[static_cast<std::size_t>(row.action)].counts;
        });
    const std::string noun = words.substr(begin + 1, end - begin - 1);
    words.replace(begin, end - begin + 1,
        count == 0 ? "nothing"
                   : with_commas(static_cast<std::uint64_t>(count)).bytes() + " " + noun
                + (count == 1 ? "" : "s"));
    return strict(words);
}

SafeText Picker::position(std::size_t shown, bool is_brief) const
{
    const SafeText all = with_commas(rows.size());
    if (found.empty())
        return SafeText("none of ") + all;
    if (found.size() < rows.size())
        return with_commas(found.size()) + " of " + all;
    if (shown < rows.size()) {
        if (is_brief)
            return with_commas(at + 1) + " of " + all;
        const std::size_t first = first_shown(at, shown);
        return with_commas(first + 1) + " to " + with_commas(first + shown) + " of " + all;
    }
    return list.filters && !is_brief ? SafeText("type to filter") : SafeText();
}

Line Picker::keys_line(std::size_t columns, std::size_t shown, const Palette& palette) const
{
    if (!hint.empty())
        return cut({SafeText("  ") + prose(hint), palette.of(Role::warning)}, columns);
    const bool is_brief = columns < min_columns_of_words;
    SafeText words = position(shown, is_brief);
    const auto add = [&](const SafeText& more) {
        if (!more.empty())
            words += (words.empty() ? SafeText() : SafeText(" · ")) + more;
    };
    if (list.enter)
        add(words_of(*list.enter, is_brief));
    const bool has_choice = std::any_of(list.rows.begin(), list.rows.end(),
        [](const channel::PickRow& row) { return row.actions.size() > 1; });
    if (has_choice) {
        std::vector<std::string> names;
        for (const auto& row : list.rows)
            for (const auto& action : row.actions)
                if (row.actions.size() > 1
                    && std::find(names.begin(), names.end(), action.name) == names.end())
                    names.push_back(action.name);
        std::string text;
        for (const auto& name : names)
            text += (text.empty() ? "" : ", ") + name;
        add(is_brief ? SafeText("← → action") : SafeText("← → ") + strict(text));
    }
    for (const auto* key : {&list.tab, &list.remove, &list.view})
        if (*key)
            add(words_of(**key, is_brief));
    add(is_brief                 ? SafeText("Esc")
            : list.changes_files ? SafeText("Esc cancels")
                                 : SafeText("Esc closes"));
    return cut({SafeText("  ") + words, palette.of(Role::dim)}, columns);
}

Lines Picker::lines(
    std::size_t columns, std::size_t most, std::size_t room, const Palette& palette) const
{
    Lines head;
    if (!list.title.empty()) {
        const SafeText mark = list.changes_files ? SafeText("◆ ") : SafeText("  ");
        head = wrapped({mark + strict(list.title), palette.of(Role::own)}, columns, 2);
    }
    Lines notes;
    for (const auto& note : list.notes)
        for (Line& row :
            wrapped({SafeText("  ") + strict(note), palette.of(Role::dim)}, columns, 4))
            notes.push_back(std::move(row));
    if (head.size() + notes.size() + 2 > room)
        notes.clear();
    if (head.size() + 2 > room)
        head.clear();
    const std::size_t left = room - std::min(room, head.size() + notes.size() + 1);
    const std::size_t count = std::min({most, max_list_rows, found.size(), left});
    std::vector<const ListRow*> all;
    all.reserve(found.size());
    for (const std::size_t index : found)
        all.push_back(&rows[index]);
    ListLayout layout {.is_path = list.is_path,
        .spreads = list.spreads,
        .letters = strict(filter.draft.text()).bytes(),
        .chosen = at,
        .first = first_shown(at, count),
        .count = count};
    layout.name = layout.kept = static_cast<std::size_t>(std::max<std::int64_t>(list.name, 0));
    Lines lines = std::move(head);
    for (const Lines& part : {list_lines(all, layout, columns, palette), notes,
             Lines {keys_line(columns, count, palette)}})
        lines.insert(lines.end(), part.begin(), part.end());
    return lines;
}

Line Picker::brief_line(std::size_t columns, const Palette& palette) const
{
    if (found.empty())
        return cut({"none", palette.of(Role::dim)}, columns);
    const ListRow& row = rows[found[at]];
    const auto name = static_cast<std::size_t>(std::max<std::int64_t>(list.name, 0));
    const SafeText cell = name < row.cells.size() ? row.cells[name] : SafeText();
    const SafeText action = row.action.empty() ? SafeText() : row.action + " ";
    return cut({action + cell, {.reverse = true}}, columns);
}

}
