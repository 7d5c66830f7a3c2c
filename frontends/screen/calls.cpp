#include "frontends/screen/calls.hpp"

#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/characters.hpp"
#include "frontends/screen/list_rows.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "frontends/screen/values.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace frontends::screen {

using channel::FactRole;
using channel::LineRole;
using channel::SubjectForm;

static constexpr std::size_t max_running = 6;
static constexpr std::size_t least_subject = 8; // columns
static constexpr std::size_t columns_of_few = 40; // below, less of an output is shown
static constexpr Moment least_duration {100}; // a shorter one is not shown

void Calls::begin(const channel::ChatCall& event, Moment now)
{
    for (Call& call : calls)
        if (event.edited && call.id == event.id) {
            call.display = event.display;
            return;
        }
    calls.push_back({event.id, event.display, now, {}, 0, event.by == "operator", event.waits});
}

void Calls::drop(const std::string& id)
{
    std::erase_if(calls, [&](const Call& call) { return call.id == id; });
}

bool Calls::has_own() const
{
    return std::any_of(calls.begin(), calls.end(), [](const Call& call) { return call.is_own; });
}

static SafeText part_text(const channel::SubjectPart& part, std::size_t columns)
{
    const SafeText text = strict(part.text);
    if (part.form == SubjectForm::path)
        return without_beginning(text, columns);
    if (part.form == SubjectForm::words)
        return without_end(text, columns);
    const std::size_t within = columns - std::min<std::size_t>(columns, 2);
    return SafeText("\"") + without_end(text, within) + "\"";
}

// Returns the subject in at most `columns`: its longest part is shortened.
static SafeText subject_text(const std::vector<channel::SubjectPart>& parts, std::size_t columns)
{
    std::vector<std::size_t> widths;
    widths.reserve(parts.size());
    std::size_t all = parts.empty() ? 0 : parts.size() - 1;
    for (const auto& part : parts) {
        widths.push_back(max_columns_of(part_text(part, std::string::npos / 2).bytes()));
        all += widths.back();
    }
    while (all > columns) {
        const auto longest = std::max_element(widths.begin(), widths.end());
        const std::size_t less
            = std::min(all - columns, *longest - std::min(*longest, least_subject));
        if (less == 0 && widths.size() == 1)
            break;
        if (less > 0) {
            *longest -= less;
            all -= less;
            continue;
        }
        all += widths.size() == parts.size() ? 2 : 0; // the ellipsis
        all -= widths.back() + 1;
        widths.pop_back();
    }
    SafeText text;
    for (std::size_t at = 0; at < widths.size(); ++at)
        text += (at == 0 ? SafeText() : SafeText(" ")) + part_text(parts[at], widths[at]);
    return widths.size() < parts.size() ? text + " …" : text;
}

static Role role_of(FactRole role)
{
    return role == FactRole::error  ? Role::error
        : role == FactRole::added   ? Role::added
        : role == FactRole::removed ? Role::removed
                                    : Role::dim;
}

// Returns the facts with a separator before each, the first `plain_ones` of those that may be left
// out.
Line Calls::facts(const channel::Display& display, std::size_t plain_ones, bool is_brief) const
{
    Line line;
    FactRole last = FactRole::plain;
    for (const auto& fact : display.facts) {
        if (fact.role == FactRole::plain && plain_ones == 0)
            continue;
        plain_ones -= fact.role == FactRole::plain ? 1 : 0;
        const bool is_pair = last == FactRole::added && fact.role == FactRole::removed;
        line.add(is_pair ? SafeText(" ") : SafeText(" · "), palette.of(Role::dim));
        line.add(strict(is_brief && fact.brief ? *fact.brief : fact.text),
            palette.of(role_of(fact.role)));
        last = fact.role;
    }
    return line;
}

// Leaves out facts from the right, shortens the subject and leaves out the duration, in this order,
// as far as the window requires.
Line Calls::line(const channel::Display& display, const Line& mark, const SafeText& duration,
    std::size_t columns) const
{
    Line line = mark;
    line.add(strict(display.verb), palette.of(Role::own));
    const std::size_t most = columns - std::min<std::size_t>(columns, 1);
    const SafeText tail = duration.empty() ? SafeText() : SafeText(" · ") + duration;
    const SafeText whole = subject_text(display.subject, std::string::npos / 4);
    const std::size_t begun = line.max_columns() + (whole.empty() ? 0 : 1);
    const auto room_with = [&](const Line& told, const SafeText& time) {
        const std::size_t taken = begun + told.max_columns() + max_columns_of(time.bytes());
        return most - std::min(most, taken);
    };
    const std::size_t wanted = max_columns_of(whole.bytes());
    std::size_t plain_ones = static_cast<std::size_t>(std::count_if(display.facts.begin(),
        display.facts.end(), [](const auto& fact) { return fact.role == FactRole::plain; }));
    Line told = facts(display, plain_ones, false);
    if (room_with(told, tail) < wanted)
        told = facts(display, plain_ones, true);
    while (plain_ones > 0 && room_with(told, tail) < wanted)
        told = facts(display, --plain_ones, true);
    const bool has_time = room_with(told, tail) >= std::min(wanted, least_subject);
    const SafeText time = has_time ? tail : SafeText();
    if (const SafeText subject
        = subject_text(display.subject, std::max(room_with(told, time), least_subject));
        !subject.empty())
        line.add(SafeText(" ") + subject);
    line.add(told);
    line.add(time, palette.of(Role::dim));
    return cut(line, columns);
}

// Returns how long the call has run.
SafeText Calls::time_of(const Call& call, Moment now)
{
    return call.waits ? SafeText("waits") : seconds_text(now - call.begun);
}

void Calls::progress(const channel::ChatProgress& event, Moment now)
{
    for (Call& call : calls)
        if (call.id == event.id && event.begins) {
            if (std::exchange(call.waits, false))
                call.begun = now;
        } else if (call.id == event.id) {
            call.printed = event.lines;
            call.printed_lines = event.total;
            call.nested = event.calls;
            call.inside = event.doing;
        }
}

// Adds the last lines that a running call has printed, and the number of all if there are more.
void Calls::add_printed(Lines& rows, const Call& call, std::size_t columns) const
{
    const std::size_t most = columns < columns_of_few ? 2 : calls.size() == 1 ? 5 : 3;
    const Style dim = palette.of(Role::dim);
    const std::size_t count = std::min(call.printed.size(), most);
    if (call.printed_lines > static_cast<std::int64_t>(count))
        rows.emplace_back(SafeText("  … ")
                + with_commas(static_cast<std::uint64_t>(call.printed_lines)) + " lines",
            dim);
    for (std::size_t at = call.printed.size() - count; at < call.printed.size(); ++at)
        rows.push_back(cut({SafeText("    ") + prose(call.printed[at]), dim}, columns));
}

Lines Calls::running(Moment now, std::size_t columns, const std::string& asked) const
{
    Lines rows;
    const auto count = static_cast<std::size_t>(std::count_if(
        calls.begin(), calls.end(), [&](const Call& call) { return call.id != asked; }));
    std::size_t shown = 0;
    for (const Call& call : calls) {
        if (call.id == asked)
            continue;
        if (shown++ == max_running) {
            rows.push_back({SafeText("  and ") + number_text(count - max_running) + " more",
                palette.of(Role::dim)});
            break;
        }
        channel::Display display = call.display;
        if (call.nested > 0) {
            display.facts.push_back(
                {std::to_string(call.nested) + (call.nested == 1 ? " call" : " calls"),
                    FactRole::kept});
            display.facts.push_back({call.inside});
        }
        rows.push_back(line(display, {"▸ ", palette.of(Role::own)}, time_of(call, now), columns));
        add_printed(rows, call, columns);
    }
    return rows;
}

Line Calls::running_row(Moment now, std::size_t columns) const
{
    static constexpr std::size_t tiny = 20; // columns: verb and seconds alone
    if (calls.empty())
        return {};
    const auto running
        = std::find_if(calls.rbegin(), calls.rend(), [](const Call& one) { return !one.waits; });
    const Call& call = running != calls.rend() ? *running : calls.back();
    if (columns >= tiny)
        return line(call.display, {"▸ ", palette.of(Role::own)}, time_of(call, now), columns);
    const auto seconds = std::max<std::int64_t>((now - call.begun).count() / 1000, 0);
    Line row {"▸ ", palette.of(Role::own)};
    row.add(strict(call.display.verb), palette.of(Role::own));
    row.add(call.waits ? SafeText(" waits")
                       : SafeText(" ") + number_text(static_cast<std::uint64_t>(seconds)) + "s",
        palette.of(Role::dim));
    return cut(row, columns);
}

Calls::Call Calls::taken_out(const channel::ChatResult& event, Moment now)
{
    const auto found = std::find_if(
        calls.begin(), calls.end(), [&](const Call& call) { return call.id == event.id; });
    if (found == calls.end())
        return {event.id, event.display, now};
    Call call = std::move(*found);
    calls.erase(found);
    return call;
}

static std::uint64_t exit_status(std::optional<std::int64_t> exit)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(exit.value_or(0), 0));
}

// Returns the lines of a command of the operator, which is shown above them.
Lines Calls::own_end(const channel::ChatResult& event, Moment taken, std::size_t columns) const
{
    const std::string output = event.output.value_or("");
    Lines lines;
    if (!output.empty())
        lines = plain_lines(output, {columns, palette});
    const SafeText tail = SafeText(" · ") + duration_text(taken);
    const std::uint64_t exit = exit_status(event.exit);
    const bool is_interrupted = event.code == "INTERRUPTED";
    if (is_interrupted || exit != 0) {
        const SafeText words
            = is_interrupted ? SafeText("interrupted") : SafeText("exit ") + number_text(exit);
        lines.emplace_back(SafeText("✗ ") + words + tail, palette.of(Role::error));
    } else if (output.empty()) {
        lines.emplace_back(SafeText("✓ no output") + tail, palette.of(Role::dim));
    }
    return lines;
}

// Returns the lines below that of a call. Of those that are left out, the number is shown where
// they were.
Lines Calls::below(const channel::Display& display, std::size_t columns) const
{
    static constexpr std::size_t few = 2;
    const Style dim = palette.of(Role::dim);
    std::vector<channel::DisplayLine> shown = display.lines;
    std::int64_t left_out = display.left_out;
    if (display.is_tail && columns < columns_of_few && shown.size() > few) {
        left_out += static_cast<std::int64_t>(shown.size() - few);
        shown.erase(shown.begin(), shown.end() - few);
    }
    Lines lines;
    const bool is_change = std::any_of(shown.begin(), shown.end(), [](const auto& line) {
        return line.role == LineRole::added || line.role == LineRole::removed;
    });
    if (is_change)
        lines = numbered_lines(shown, columns, palette);
    else
        for (const auto& line : shown)
            if (line.role == LineRole::reason)
                for (Line& row : wrapped({SafeText("    ") + strict(line.text)}, columns, 4))
                    lines.push_back(std::move(row));
            else
                lines.push_back(cut({SafeText("    ") + prose(line.text), dim}, columns));
    if (left_out > 0)
        lines.insert(display.is_tail ? lines.begin() : lines.end(),
            cut({SafeText("  … ") + with_commas(static_cast<std::uint64_t>(left_out))
                        + (left_out == 1 ? SafeText(" line more: Ctrl-O")
                                         : SafeText(" lines more: Ctrl-O")),
                    dim},
                columns));
    return lines;
}

Lines Calls::end(const channel::ChatResult& event, Moment now, std::size_t columns)
{
    const Call call = taken_out(event, now);
    const Moment taken = event.ms ? Moment(*event.ms) : now - call.begun;
    if (event.output || event.code == "INTERRUPTED")
        return own_end(event, taken, columns);
    const channel::Display& display = event.display;
    const Line mark = display.has_failed ? Line {"✗ ", palette.of(Role::error)}
                                         : Line {"✓ ", palette.of(Role::added)};
    const bool was_run = event.ms || !display.has_failed;
    Lines lines {line(display, mark,
        was_run && taken >= least_duration ? duration_text(taken) : SafeText(), columns)};
    for (Line& row : below(display, columns))
        lines.push_back(std::move(row));
    return lines;
}

}
