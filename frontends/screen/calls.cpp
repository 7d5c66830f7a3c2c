#include "frontends/screen/calls.hpp"

#include "frontends/screen/amounts.hpp"
#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/characters.hpp"
#include "frontends/screen/fields.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "toolkit/json/members.hpp"

#include <algorithm>

namespace frontends::screen {

static constexpr std::size_t max_running = 6;
static constexpr std::size_t max_diff_lines = 40;
static constexpr std::size_t max_error_lines = 5;

void Calls::know_tools(const Json& tools)
{
    required.clear();
    if (!tools.is_array())
        return;
    for (const Json& tool : tools) {
        std::vector<std::string> names;
        const Json& wanted = json::member(tool, "required");
        if (wanted.is_array())
            for (const Json& name : wanted)
                if (name.is_string())
                    names.push_back(name);
        if (const std::string name = text_field(tool, "name"); !name.empty() && !names.empty())
            required[name] = std::move(names);
    }
}

void Calls::begin(const Json& event, Moment now)
{
    const Json& given = json::member(event, "arguments");
    const bool is_own = text_field(event, "by") == "operator";
    for (Call& call : calls)
        if (flag_field(event, "edited") && call.id == text_field(event, "id")) {
            call.arguments = given.is_string() ? json_in(given) : given;
            return;
        }
    calls.push_back({text_field(event, "id"), text_field(event, "tool"),
        given.is_string() ? json_in(given) : given, is_own ? 0 : ++count, now, {}, is_own});
}

bool Calls::has_own() const
{
    return std::any_of(calls.begin(), calls.end(), [](const Call& call) { return call.is_own; });
}

void Calls::nested(const Json& event)
{
    const std::string outer = text_field(event, "of");
    for (Call& call : calls)
        if (outer.empty() || call.tool == outer) {
            call.inside = text_field(event, "tool");
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

// The values of the required parameters, or of all, in one row.
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

Calls::Call Calls::taken_out(const Json& event, Moment now)
{
    const std::string id = text_field(event, "id");
    const auto found
        = std::find_if(calls.begin(), calls.end(), [&](const Call& call) { return call.id == id; });
    if (found == calls.end())
        return {id, text_field(event, "tool"), {}, ++count, now, {}, false};
    Call call = std::move(*found);
    calls.erase(found);
    return call;
}

// Up to three of its numbers, booleans and short words, by name.
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

// The message of an error: that of its object, or all of it.
static std::string message_of(const Json& answer, const std::string& content)
{
    const Json& error = json::member(answer, "error");
    for (const Json* place : {&error, &answer})
        if (std::string message = text_field(*place, "message"); !message.empty())
            return message;
    return error.is_string() ? error.get<std::string>() : content;
}

static bool is_patch(const std::string& text)
{
    return text.starts_with("*** Begin Patch") || text.starts_with("--- ")
        || text.starts_with("diff --git ");
}

// That of the event, of the answer, or the patch that the call has.
Lines Calls::diff_of(const Call& call, const Json& event, const Json& answer) const
{
    std::string diff = text_field(event, "diff");
    if (diff.empty())
        diff = text_field(answer, "diff");
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

// What the operator has run stands above it.
Lines Calls::own_end(const Call& call, const Json& event, Moment now, std::size_t columns) const
{
    const std::string output = text_field(event, "output");
    Lines lines;
    if (!output.empty())
        lines = plain_lines(output, {columns, palette});
    const auto taken = number_field(event, "ms");
    const SafeText tail = SafeText(" · ")
        + duration_text(taken ? Moment(static_cast<Moment::rep>(*taken)) : now - call.begun);
    const std::uint64_t exit = number_field(event, "exit").value_or(0);
    const bool is_interrupted = text_field(event, "code") == "INTERRUPTED";
    if (is_interrupted || exit != 0) {
        const SafeText words
            = is_interrupted ? SafeText("interrupted") : SafeText("exit ") + number_text(exit);
        lines.emplace_back(SafeText("✗ ") + words + tail, palette.of(Role::error));
    } else if (output.empty()) {
        lines.emplace_back(SafeText("✓ no output") + tail, palette.of(Role::dim));
    }
    return lines;
}

Lines Calls::end(const Json& event, Moment now, std::size_t columns)
{
    const Call call = taken_out(event, now);
    if (event.contains("output") || text_field(event, "code") == "INTERRUPTED")
        return own_end(call, event, now, columns);
    const std::string content = text_field(event, "content");
    const Json answer = json_in(content);
    const std::string code = text_field(event, "code");
    const std::uint64_t exit
        = number_field(event, "exit").value_or(number_field(answer, "exitCode").value_or(0));
    const bool has_failed = !code.empty() || exit != 0;
    SafeText tail = code.empty() ? SafeText() : SafeText(" · ") + strict(code) + " error";
    if (exit != 0)
        tail += SafeText(" · exit ") + number_text(exit);
    if (!has_failed)
        tail += outcome_of(answer);
    const auto taken = number_field(event, "ms");
    tail += SafeText(" · ")
        + duration_text(taken ? Moment(static_cast<Moment::rep>(*taken)) : now - call.begun);
    if (const auto bytes = number_field(event, "bytes"))
        tail += SafeText(" · ") + bytes_text(*bytes);
    Line mark
        = has_failed ? Line {"✗ ", palette.of(Role::error)} : Line {"✓ ", palette.of(Role::added)};
    Lines lines {cut(line(call, mark, tail, columns), columns)};
    if (has_failed && !lines.front().spans.empty())
        for (Span& span : lines.front().spans)
            span.style.colour = palette.of(Role::error).colour;
    if (const std::string repaired = text_field(event, "repaired"); !repaired.empty())
        lines.emplace_back(SafeText("  repaired: ") + strict(repaired), palette.of(Role::dim));
    if (!code.empty())
        for (const Line& row :
            wrapped(
                {SafeText("  ") + strict(message_of(answer, content).substr(0, 2000))}, columns, 2))
            lines.push_back(row);
    if (has_failed)
        for (const Line& row : last_lines_of(text_field(answer, "stderr"), palette))
            lines.push_back(cut(row, columns));
    if (!has_failed)
        for (Line& row : diff_of(call, event, answer))
            lines.push_back(std::move(row));
    return lines;
}

}
