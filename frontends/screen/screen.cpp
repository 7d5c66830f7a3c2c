#include "frontends/screen/screen.hpp"

#include "frontends/screen/characters.hpp"
#include "frontends/screen/list_rows.hpp"
#include "frontends/screen/values.hpp"

#include <algorithm>

namespace frontends::screen {

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
    if (names_due && now >= *names_due) {
        names_due.reset();
        awaited = ask_for_names(wanted.by_key);
    }
}

// A running turn shows its seconds, so its display changes each second.
std::optional<Moment> Screen::deadline(Moment now) const
{
    std::optional<Moment> next;
    const auto add = [&](Moment moment) {
        if (moment > now)
            next = std::min(next.value_or(moment), moment);
    };
    if (hint_until)
        add(*hint_until);
    if (names_due)
        add(*names_due);
    if (const auto change = retry.deadline(now))
        add(*change);
    else if (is_busy())
        add(now + 1s - (now - turn_since.value_or(own_since.value_or(now))) % 1s);
    if (!questions.empty() && questions.front().opens_at())
        add(*questions.front().opens_at());
    return next;
}

// Returns an empty line if no call of several lines is being written.
Line Screen::writing_line() const
{
    if (!writing || writing->lines < 2)
        return {};
    const SafeText begin = writing->path.empty() ? SafeText("writing") : SafeText("writing ");
    const SafeText end
        = SafeText(" · ") + with_commas(static_cast<std::uint64_t>(writing->lines)) + " lines";
    const std::size_t taken = max_columns_of((begin + end).bytes()) + 1;
    const std::size_t room = terminal.columns - std::min(terminal.columns, taken);
    return {begin + without_beginning(strict(writing->path), room) + end, colours.of(Role::dim)};
}

Line Screen::status(Moment now) const
{
    const Style dim = colours.of(Role::dim);
    if (!hint.empty())
        return {prose(hint), colours.of(Role::warning)};
    if (Line countdown = retry.line(now, terminal.columns, colours); !countdown.empty())
        return countdown;
    if (!turn_since)
        return {};
    static constexpr Moment patience = 5s;
    const Moment quiet = now - std::max(heard_at, retry.end_of_pause());
    if (quiet >= patience && calls.empty())
        return {SafeText("waiting for the model · ") + seconds_text(quiet), dim};
    if (Line line = writing_line(); !line.empty())
        return line;
    if (thinking_since)
        return {
            SafeText("thinking · ") + seconds_text(now - *thinking_since) + " · Esc stops", dim};
    const SafeText time = SafeText("working · ") + seconds_text(now - *turn_since);
    const SafeText end = " · Esc stops";
    return {time + task_words(max_columns_of((time + end).bytes())) + end, dim};
}

// Returns how far the tasks are, in the columns that are left in the row. The title loses its end,
// and is left out if hardly any of it would remain.
SafeText Screen::task_words(std::size_t taken) const
{
    static constexpr std::size_t least_title = 8; // columns
    if (tasks.done >= tasks.count)
        return {};
    SafeText words = SafeText(" · ") + with_commas(static_cast<std::uint64_t>(tasks.done)) + " of "
        + with_commas(static_cast<std::uint64_t>(tasks.count));
    taken += max_columns_of(words.bytes()) + 1;
    if (taken > terminal.columns)
        return {};
    const std::size_t room = terminal.columns - taken;
    if (tasks.active.empty() || room < least_title + 2)
        return words;
    return words + ": " + without_end(strict(tasks.active), room - 2);
}

Lines Screen::waiting_rows(std::size_t columns) const
{
    Lines rows;
    for (const Waiting& message : waiting) {
        if (rows.size() == 3) {
            rows.push_back(
                {SafeText("  and ") + number_text(waiting.size() - 3) + " more messages wait",
                    colours.of(Role::dim)});
            break;
        }
        std::string flat = message.text.substr(0, 1000);
        std::replace(flat.begin(), flat.end(), '\n', ' ');
        rows.push_back(
            cut({(message.is_next ? SafeText("  after the turn: ") : SafeText("  waiting: "))
                        + prose(flat),
                    colours.of(Role::dim)},
                columns));
    }
    return rows;
}

// Cuts rows that do not fit a terminal of few columns.
static void fit(View& view, std::size_t columns)
{
    static constexpr std::size_t ellipsis = 3; // bytes
    for (std::size_t row = 0; row < view.rows.size(); ++row) {
        Line& line = view.rows[row];
        if (line.max_columns() < columns)
            continue;
        line = cut(line, columns);
        if (row == view.cursor_row)
            view.cursor_byte = std::min(view.cursor_byte, line.text().size() - ellipsis);
    }
}

// Returns the id of the call that the open question is about.
std::string Screen::asked_call() const
{
    const bool has_question = !questions.empty() && !questions.front().is_answered();
    return has_question ? questions.front().call() : std::string();
}

// Lays out the input and, if there is a second row, what is most important above it.
Screen::Parts Screen::tiny_parts(Moment now) const
{
    const std::size_t columns = terminal.columns;
    Parts parts {{}, {}, {}, 0};
    const bool has_question = !questions.empty() && !questions.front().is_answered();
    const bool has_list = picker && questions.empty();
    parts.entered = has_question && questions.front().takes_keys(now)
        ? questions.front().rows(columns, 1)
        : input.rows(columns, 1, colours, meters.mode(colours));
    if (terminal.rows < 3)
        return parts;
    Line line = status(now);
    if (Line running = calls.running_row(now, columns); hint.empty() && !running.empty())
        line = std::move(running);
    if (has_question)
        for (const Line& keys : questions.front().help(columns, 1, 1))
            line = keys;
    else if (has_list)
        line = picker->brief_line(columns, colours);
    if (!line.empty())
        parts.upper.push_back(cut(line, columns));
    return parts;
}

// Lays out the parts from the input outwards; those that do not fit are left out.
Screen::Parts Screen::parts(Moment now) const
{
    if (is_tiny())
        return tiny_parts(now);
    const std::size_t columns = terminal.columns;
    Parts parts {{}, {}, {}, terminal.rows - 1};
    const auto take = [&](Lines rows, Lines& into) {
        rows.resize(std::min(rows.size(), parts.room));
        parts.room -= rows.size();
        into.insert(into.begin(), rows.begin(), rows.end());
    };
    const std::size_t third = std::max<std::size_t>(terminal.rows / 3, 1);
    const bool has_question = !questions.empty() && !questions.front().is_answered();
    const bool has_list = picker && questions.empty();
    parts.entered = has_question && questions.front().takes_keys(now)
        ? questions.front().rows(columns, third)
        : has_list && picker->filters()
        ? rows_of_draft(picker->typed(), {"❯ ", colours.of(Role::own)}, columns, third)
        : input.rows(columns, third, colours);
    parts.room -= std::min(parts.room, parts.entered.rows.size());
    const bool offers_keys = !had_turn && input.draft.empty();
    if (const Line line = meters.line(columns, offers_keys, colours); !line.empty())
        take({line}, parts.below);
    if (has_question)
        take(questions.front().help(columns, third, parts.room), parts.upper);
    else if (has_list)
        take(picker->lines(columns, third, parts.room, colours), parts.upper);
    else if (const Line line = status(now); !line.empty())
        take({cut(line, columns)}, parts.upper);
    if (shows_keys && !has_question && !has_list)
        take(key_sheet(columns, colours), parts.upper);
    else if (!has_question && !has_list)
        take(completion.lines(columns, third, parts.room, colours), parts.upper);
    const Lines gap(parts.room > 0 && terminal.rows >= 10 ? 1 : 0);
    take(gap, parts.upper);
    take(waiting_rows(columns), parts.upper);
    const Lines running = calls.running(now, columns, asked_call());
    take(running, parts.upper);
    if (!running.empty() && transcript.is_apart_from_calls())
        take(gap, parts.upper);
    return parts;
}

View Screen::view(Moment now) const
{
    const Parts shown = parts(now);
    View view;
    if (const std::size_t most = std::min(shown.room, std::max<std::size_t>(terminal.rows / 3, 1));
        most > 0)
        view.rows = transcript.unfinished(terminal.columns, most);
    const auto add
        = [&](const Lines& rows) { view.rows.insert(view.rows.end(), rows.begin(), rows.end()); };
    add(shown.upper);
    view.cursor_row = view.rows.size() + shown.entered.cursor_row;
    view.cursor_byte = shown.entered.cursor_byte;
    add(shown.entered.rows);
    add(shown.below);
    fit(view, terminal.columns);
    return view;
}

}
