#include "runner/screen/screen.hpp"

#include "runner/screen/amounts.hpp"

#include <algorithm>

namespace runner::screen {

using namespace std::chrono_literals;

Screen::Screen()
    : transcript(colours)
    , calls(colours)
{
}

void Screen::tick(Moment now)
{
    if (hint_until && now >= *hint_until) {
        hint.clear();
        hint_until.reset();
    }
}

// Seconds are counted while a turn runs.
std::optional<Moment> Screen::deadline(Moment now) const
{
    std::optional<Moment> next;
    const auto add = [&](Moment moment) {
        if (moment > now)
            next = std::min(next.value_or(moment), moment);
    };
    if (hint_until)
        add(*hint_until);
    if (turn_since)
        add(now + 1s - (now - *turn_since) % 1s);
    if (!questions.empty() && questions.front().opens_at())
        add(*questions.front().opens_at());
    return next;
}

Line Screen::status(Moment now) const
{
    const Style dim = colours.of(Role::dim);
    if (!hint.empty())
        return {prose(hint), colours.of(Role::warning)};
    if (!turn_since)
        return {};
    if (thinking_since)
        return {SafeText("thinking · ") + seconds_text(now - *thinking_since), dim};
    return {SafeText("working · ") + seconds_text(now - *turn_since), dim};
}

Lines Screen::waiting_rows(std::size_t columns) const
{
    Lines rows;
    for (const std::string& text : waiting) {
        if (rows.size() == 3) {
            rows.push_back(
                {SafeText("  and ") + number_text(waiting.size() - 3) + " more messages wait",
                    colours.of(Role::dim)});
            break;
        }
        std::string flat = text.substr(0, 1000);
        std::replace(flat.begin(), flat.end(), '\n', ' ');
        rows.push_back(cut({SafeText("  waits: ") + prose(flat), colours.of(Role::dim)}, columns));
    }
    return rows;
}

// A terminal of a few columns cuts what a wider one has room for.
static void fit(View& view, std::size_t columns)
{
    static constexpr std::size_t ellipsis = 3; // bytes
    for (std::size_t row = 0; row < view.rows.size(); ++row) {
        Line& line = view.rows[row];
        if (line.most_columns() < columns)
            continue;
        line = cut(line, columns);
        if (row == view.cursor_row)
            view.cursor_byte = std::min(view.cursor_byte, line.text().size() - ellipsis);
    }
}

// From the input outwards: what has no room is left out.
View Screen::view(Moment now) const
{
    const std::size_t columns = terminal.columns;
    const bool is_tiny = columns < 20 || terminal.rows < 6;
    const bool answers = !questions.empty() && questions.front().takes_keys(now);
    std::size_t left = is_tiny ? 1 : room();
    const std::size_t third = std::max<std::size_t>(terminal.rows / 3, 1);
    InputRows entered = answers ? questions.front().rows(columns, std::min(left, third))
                                : input.rows(columns, std::min(left, third), colours);
    left -= std::min(left, entered.rows.size());

    Lines below;
    const auto take = [&](Lines rows, Lines& into) {
        if (rows.size() > left)
            rows.resize(left);
        left -= rows.size();
        into.insert(into.end(), rows.begin(), rows.end());
    };
    if (const Line line = meters.line(columns, colours); !line.empty())
        take({line}, below);
    Lines above;
    if (!questions.empty() && !questions.front().is_answered())
        take({questions.front().help(columns)}, above);
    else if (const Line line = status(now); !line.empty())
        take({cut(line, columns)}, above);
    Lines lists = completion.rows(columns, left, colours);
    take(std::move(lists), above);
    Lines upper;
    take(waiting_rows(columns), upper);
    Lines running;
    take(calls.running(now, columns), running);
    View view;
    if (left > 0)
        view.rows = transcript.unfinished(columns, std::min(left, third));
    if (left > view.rows.size() && terminal.rows >= 10) // apart from what is finished
        above.insert(above.begin(), Line());
    for (Lines* part : {&running, &upper, &above, &entered.rows, &below}) {
        if (part == &entered.rows) {
            view.cursor_row = view.rows.size() + entered.cursor_row;
            view.cursor_byte = entered.cursor_byte;
        }
        view.rows.insert(view.rows.end(), part->begin(), part->end());
    }
    fit(view, columns);
    return view;
}

}
