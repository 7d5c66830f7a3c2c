#include "frontends/screen/calls.hpp"

#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/characters.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace frontends::screen {

static constexpr std::size_t max_running = 6;
static constexpr std::size_t max_diff_lines = 40;
static constexpr std::size_t max_error_lines = 5;

void Calls::know_tools(const std::vector<channel::KnownTool>& tools)
{
    required.clear();
    for (const channel::KnownTool& tool : tools) {
        std::vector<std::string> names;
        if (const Json& wanted = tool.required.json(); wanted.is_array())
            for (const Json& name : wanted)
                if (name.is_string())
                    names.push_back(name);
        if (!names.empty())
            required[tool.name] = std::move(names);
    }
}

void Calls::begin(const channel::ChatCall& event, Moment now)
{
    for (Call& call : calls)
        if (event.edited && call.id == event.id) {
            call.arguments = arguments_of(event);
            return;
        }
    const bool is_own = event.by == "operator";
    calls.push_back(
        {event.id, event.tool, arguments_of(event), is_own ? 0 : ++count, now, {}, is_own});
}

bool Calls::has_own() const
{
    return std::any_of(calls.begin(), calls.end(), [](const Call& call) { return call.is_own; });
}

void Calls::nested(const channel::Nested& event)
{
    for (Call& call : calls)
        if (event.of.empty() || call.tool == event.of) {
            call.inside = event.tool;
            return;
        }
}

SafeText shortened(const SafeText& text, std::size_t columns)
{
    if (max_columns_of(text.bytes()) <= columns)
        return text;
    const bool is_path = text.bytes().find('/') != std::string::npos
        && text.bytes().find(' ') == std::string::npos;
    if (!is_path)
        return prose(cut({text}, columns + 1).text());
    std::size_t begin = 0;
    const std::string_view bytes = text.bytes();
    while (begin < bytes.size() && max_columns_of(bytes.substr(begin)) + 1 > columns)
        begin += first_cluster(bytes.substr(begin)).size;
    return SafeText("…") + text.part(begin);
}

// Returns the values of the required parameters, or of all, in one row.
SafeText Calls::digest(const Call& call, std::size_t columns) const
{
    std::vector<SafeText> values;
    const auto add = [&](const Json& value) {
        if (value.is_null() || values.size() > 8)
            return;
        std::string text = value_text(value).substr(0, 4096);
        if (const std::size_t end = text.find('\n'); end != std::string::npos)
            text = text.substr(0, end) + "…";
        values.push_back(strict(text));
    };
    if (const auto known = required.find(call.tool); known != required.end())
        for (const std::string& name : known->second)
            add(json::member(call.arguments, name.c_str()));
    else if (call.arguments.is_object())
        for (const auto& [name, value] : call.arguments.items())
            add(value);
    SafeText all;
    for (const SafeText& value : values)
        all += (all.empty() ? SafeText() : SafeText(" "))
            + shortened(value, std::max<std::size_t>(columns / values.size(), 8));
    return shortened(all, columns);
}

Line Calls::line(
    const Call& call, const Line& mark, const SafeText& tail, std::size_t columns) const
{
    Line line = mark;
    const SafeText tool = shortened(strict(call.tool), std::max<std::size_t>(columns / 3, 8));
    line.add(tool, palette.of(Role::own));
    const std::size_t taken = line.max_columns() + max_columns_of(tail.bytes()) + 2;
    const SafeText words
        = digest(call, columns > taken + 8 ? columns - taken : std::min<std::size_t>(columns, 8));
    if (!words.empty())
        line.add(SafeText(" ") + words);
    line.add(tail, palette.of(Role::dim));
    return line;
}

Lines Calls::running(Moment now, std::size_t columns) const
{
    Lines rows;
    for (const Call& call : calls) {
        if (rows.size() == max_running) {
            rows.push_back({SafeText("  and ") + number_text(calls.size() - max_running) + " more",
                palette.of(Role::dim)});
            break;
        }
        SafeText tail;
        if (!call.inside.empty())
            tail += SafeText(" · ") + strict(call.inside);
        tail += SafeText(" · ") + seconds_text(now - call.begun);
        rows.push_back(cut(line(call, {"▸ ", palette.of(Role::own)}, tail, columns), columns));
    }
    return rows;
}

Calls::Call Calls::taken_out(const channel::ChatResult& event, Moment now)
{
    const auto found = std::find_if(
        calls.begin(), calls.end(), [&](const Call& call) { return call.id == event.id; });
    if (found == calls.end())
        return {event.id, event.tool, {}, ++count, now, {}, false};
    Call call = std::move(*found);
    calls.erase(found);
    return call;
}

// Returns up to three numbers, booleans and short words of an answer, with their names.
static SafeText outcome_of(const Json& answer)
{
    SafeText words;
    std::size_t shown = 0;
    if (!answer.is_object())
        return words;
    for (const auto& [name, value] : answer.items()) {
        const bool is_word = value.is_string() && !value.get_ref<const std::string&>().empty()
            && value.get_ref<const std::string&>().size() <= 20
            && value.get_ref<const std::string&>().find_first_of(" \n\t") == std::string::npos;
        if (shown == 3 || name.size() > 24 || !(value.is_number() || value.is_boolean() || is_word))
            continue;
        words += SafeText(" · ") + strict(name) + " " + strict(value_text(value));
        ++shown;
    }
    return words;
}

static bool is_patch(const std::string& text)
{
    return text.starts_with("*** Begin Patch") || text.starts_with("--- ")
        || text.starts_with("diff --git ");
}

// Shows the diff of the answer, or the patch that the call has.
Lines Calls::diff_of(const Call& call, const Json& answer) const
{
    std::string diff = json::string_member(answer, "diff");
    if (diff.empty() && call.arguments.is_object())
        for (const auto& [name, value] : call.arguments.items())
            if (value.is_string() && is_patch(value))
                diff = value;
    ShownChange change = change_lines(diff, max_diff_lines, palette);
    for (Line& line : change.lines)
        line = of_stranger(std::move(line));
    if (change.left_out > 0)
        change.lines.emplace_back(
            SafeText("… ") + number_text(change.left_out) + " lines more: /diff",
            palette.of(Role::dim));
    return std::move(change.lines);
}

static Lines last_lines_of(std::string_view text, const Palette& palette)
{
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    Lines lines;
    while (!text.empty() && lines.size() < max_error_lines) {
        const std::size_t begin = text.rfind('\n') + 1;
        lines.insert(lines.begin(),
            {SafeText("  ") + prose(text.substr(begin, 2000)), palette.of(Role::dim)});
        text = text.substr(0, begin == 0 ? 0 : begin - 1);
    }
    return lines;
}

static std::optional<std::int64_t> exit_code_in(const Json& answer)
{
    const Json& code = json::member(answer, "exitCode");
    return code.is_number_integer() ? std::optional(code.get<std::int64_t>()) : std::nullopt;
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

Lines Calls::end(const channel::ChatResult& event, Moment now, std::size_t columns)
{
    const Call call = taken_out(event, now);
    const Moment taken = event.ms ? Moment(*event.ms) : now - call.begun;
    if (event.output || event.code == "INTERRUPTED")
        return own_end(event, taken, columns);
    const std::string content = event.content.value_or("");
    const Json answer = json_in(content);
    const std::string code = event.code.value_or("");
    const std::uint64_t exit = exit_status(event.exit ? event.exit : exit_code_in(answer));
    const bool has_failed = !code.empty() || exit != 0;
    SafeText tail = code.empty() ? SafeText() : SafeText(" · ") + strict(code) + " error";
    if (exit != 0)
        tail += SafeText(" · exit ") + number_text(exit);
    if (!has_failed)
        tail += outcome_of(answer);
    tail += SafeText(" · ") + duration_text(taken);
    if (event.bytes)
        tail += SafeText(" · ") + bytes_text(static_cast<std::uint64_t>(*event.bytes));
    Line mark
        = has_failed ? Line {"✗ ", palette.of(Role::error)} : Line {"✓ ", palette.of(Role::added)};
    Lines lines {cut(line(call, mark, tail, columns), columns)};
    if (has_failed && !lines.front().spans.empty())
        for (Span& span : lines.front().spans)
            span.style.colour = palette.of(Role::error).colour;
    if (!code.empty()) {
        const std::string message = error_message_in(answer);
        const SafeText words = strict((message.empty() ? content : message).substr(0, 2000));
        for (const Line& row : wrapped({SafeText("  ") + words}, columns, 2))
            lines.push_back(row);
    }
    if (has_failed)
        for (const Line& row : last_lines_of(json::string_member(answer, "stderr"), palette))
            lines.push_back(cut(row, columns));
    if (!has_failed)
        for (Line& row : diff_of(call, answer))
            lines.push_back(std::move(row));
    return lines;
}

}
