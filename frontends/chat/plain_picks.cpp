// Lists of the engine in plain mode.

#include "frontends/chat/plain_view.hpp"
#include "frontends/chat/plain_words.hpp"
#include "runner/terminal/verdict.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace frontends::chat {

static constexpr std::size_t max_rows = 20;

static bool has_actions(const channel::ChatPick& list)
{
    return std::any_of(list.rows.begin(), list.rows.end(),
        [](const channel::PickRow& row) { return !row.actions.empty(); });
}

static std::string text_of(const channel::PickRow& row)
{
    std::string text;
    std::string note = row.note;
    if (!row.actions.empty()) {
        const auto& action = row.actions[static_cast<std::size_t>(row.action)];
        text = action.name + " ";
        note = action.note.empty() ? note : action.note;
    }
    bool is_first = true;
    for (const auto& cell : row.cells)
        if (!cell.empty())
            text += (std::exchange(is_first, false) ? "" : ", ") + cell;
    return strict(text + (note.empty() ? "" : ", " + note));
}

static std::string keys_of(const channel::ChatPick& list)
{
    std::string keys = "question: ";
    if (has_actions(list)) {
        keys += "a number and what to do with it";
        if (list.enter)
            keys += ", go";
    } else {
        keys += "a number";
    }
    for (const auto* key : {&list.tab, &list.remove})
        if (*key && !(*key)->plain.empty())
            keys += ", a number and \"" + strict((*key)->plain) + "\"";
    if (list.view && !list.filters)
        keys += ", v";
    if (list.filters && list.rows.size() > 1)
        keys += ", words to look for";
    return keys + ", or Enter for none\n";
}

// Returns the lines of the rows that contain `words`, with their numbers.
static std::string lines_of(const channel::ChatPick& list, const std::string& words)
{
    std::string lines = list.title.empty() ? "" : "question: " + strict(list.title) + "\n";
    std::size_t count = 0;
    for (std::size_t index = 0; index < list.rows.size(); ++index) {
        const std::string text = text_of(list.rows[index]);
        if (toolkit::text::in_lower_case(text).find(toolkit::text::in_lower_case(words))
                == std::string::npos
            || ++count > max_rows)
            continue;
        lines += "question: " + std::to_string(index + 1) + ". " + text + "\n";
    }
    if (count == 0)
        lines += "question: no line has these words\n";
    if (count > max_rows)
        lines += "question: " + std::to_string(count - max_rows) + " more\n";
    for (const auto& note : list.notes)
        lines += "note: " + strict(note) + "\n";
    return lines + keys_of(list);
}

std::string PlainView::ask_pick(const std::string& id, channel::ChatPick list, Time now)
{
    for (auto& row : list.rows)
        if (row.action < 0 || static_cast<std::size_t>(row.action) >= row.actions.size())
            row.action = 0;
    const std::string lines = lines_of(list, {});
    questions.push_back({.id = id, .rows = {}, .shown = 0, .asked = now});
    questions.back().pick = std::move(list);
    is_new = true;
    return own(lines.substr(0, lines.size() - 1));
}

PlainView::Typed PlainView::end_pick(const channel::ScreenMessage& message, Time now)
{
    questions.pop_front();
    if (!questions.empty())
        questions.front().asked = now;
    return {questions.empty() ? std::string() : prompt(), message, false, true};
}

PlainView::Typed PlainView::pick_again(const std::string& words, Time now)
{
    questions.front().asked = now;
    return {lines_of(*questions.front().pick, words) + prompt(), {}, false, true};
}

// Parses "N", "N WORD", "go", "v", words of a filter, or an empty line, which closes the list.
PlainView::Typed PlainView::choose_row(const std::string& line, Time now)
{
    using By = channel::PickedBy;
    channel::ChatPick& list = *questions.front().pick;
    const std::string id = questions.front().id;
    if (line.empty())
        return end_pick(
            channel::Answer {
                id, channel::ErrorAnswer {{"CANCELLED", "the operator has closed the list"}}},
            now);
    const auto picked = [&](std::size_t row, By key) {
        channel::Picked message {id, static_cast<std::int64_t>(row), key, {}};
        message.actions.reserve(list.rows.size());
        for (const auto& one : list.rows)
            message.actions.push_back(one.action);
        return end_pick(message, now);
    };
    if (has_actions(list) && line == "go" && list.enter)
        return picked(0, By::enter);
    if (line == "v" && list.view && !list.filters)
        return picked(0, By::view);
    std::size_t number = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    const std::string word(line.substr(static_cast<std::size_t>(after - line.data())));
    const std::string rest = word.substr(std::min(word.find_first_not_of(' '), word.size()));
    if (error != std::errc() || number == 0 || number > list.rows.size())
        return pick_again(list.filters ? line : "", now);
    channel::PickRow& row = list.rows[number - 1];
    for (std::size_t at = 0; at < row.actions.size(); ++at)
        if (row.actions[at].name == rest) {
            row.action = static_cast<std::int64_t>(at);
            return pick_again({}, now);
        }
    if (rest.empty() && list.enter && row.actions.empty())
        return picked(number - 1, By::enter);
    if (list.tab && !rest.empty() && rest == list.tab->plain)
        return picked(number - 1, By::tab);
    if (list.remove && !rest.empty() && rest == list.remove->plain)
        return picked(number - 1, By::remove);
    return pick_again({}, now);
}

}
