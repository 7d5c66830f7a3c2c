#include "frontends/screen/question_text.hpp"

#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace frontends::screen {

using namespace toolkit;

static Lines wrapped_lines(const Lines& lines, std::size_t columns, std::size_t indent)
{
    Lines rows;
    for (const Line& line : lines)
        for (Line& row : wrapped(line, columns, indent))
            rows.push_back(std::move(row));
    return rows;
}

// Adds the effects that the entry of the tool declares, in words: of a call that the engine has no
// words for.
static void add_effects(Line& heading, const channel::ChatApproval& call, Style dim)
{
    const Json& effects = call.effects.json();
    if (!effects.is_object())
        return heading.add(call.changes_files ? SafeText(" · may change files")
                                              : SafeText(" · says nothing of what it can do"),
            dim);
    if (call.changes_files || json::string_member(effects, "workspace") == "write")
        heading.add(" · may change files", dim);
    if (json::member(effects, "programs") == true)
        heading.add(" · runs programs", dim);
    if (const std::string network = json::string_member(effects, "network"); !network.empty())
        heading.add(SafeText(", network ") + strict(network), dim);
    if (const std::string sandbox = json::string_member(effects, "sandbox"); !sandbox.empty())
        heading.add(SafeText(" · sandbox ") + strict(sandbox), dim);
}

static void add_facts(Line& heading, const channel::Display& display, const Palette& palette)
{
    using Fact = channel::FactRole;
    Fact last = Fact::plain;
    for (const channel::Fact& fact : display.facts) {
        const Role role = fact.role == Fact::added ? Role::added
            : fact.role == Fact::removed           ? Role::removed
            : fact.role == Fact::error             ? Role::error
                                                   : Role::dim;
        heading.add(
            last == Fact::added && fact.role == Fact::removed ? SafeText(" ") : SafeText(" · "),
            palette.of(Role::dim));
        heading.add(strict(fact.text), palette.of(role));
        last = fact.role;
    }
}

static void add_subject(Line& heading, const channel::Display& display, const Palette& palette)
{
    for (const auto& part : display.subject) {
        const bool is_quoted = part.form == channel::SubjectForm::quoted;
        heading.add(is_quoted ? SafeText(" \"") + strict(part.text) + "\""
                              : SafeText(" ") + strict(part.text));
    }
    add_facts(heading, display, palette);
}

static Line heading_of(const channel::ChatApproval& call, const Palette& palette)
{
    const Style dim = palette.of(Role::dim);
    Line heading {"◆ ", palette.of(Role::own)};
    if (call.changed)
        heading.add("this has changed while you read it: ", palette.of(Role::warning));
    heading.add(strict(call.display ? call.display->verb : call.tool), palette.of(Role::own));
    if (call.of.value_or(0) > 0 && call.count.value_or(0) > 1)
        heading.add(SafeText(" ") + number_text(static_cast<std::uint64_t>(*call.of)) + " of "
                + number_text(static_cast<std::uint64_t>(*call.count)),
            dim);
    if (call.display)
        add_subject(heading, *call.display, palette);
    if (call.agent)
        heading.add(SafeText(" · for the agent ") + strict(*call.agent), dim);
    if (call.edited)
        heading.add(" · as you have edited it", palette.of(Role::warning));
    if (call.message)
        heading.add(" · a message to the model", dim);
    else if (!call.display)
        add_effects(heading, call, dim);
    return heading;
}

Lines heading_lines(const channel::ChatApproval& call, std::size_t columns, const Palette& palette)
{
    Lines lines {heading_of(call, palette)};
    for (const auto& effect : call.told)
        if (effect.warns)
            lines.emplace_back(SafeText("  ") + strict(effect.text), palette.of(Role::warning));
    return wrapped_lines(lines, columns, 2);
}

Lines value_lines(const SafeText& name, const std::string& text)
{
    Lines lines;
    if (text.find('\n') == std::string::npos) {
        lines.emplace_back(SafeText("  ") + name + ": " + strict(text));
        return lines;
    }
    lines.emplace_back(SafeText("  ") + name + ":");
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end > begin || end < text.size())
            lines.emplace_back(SafeText("    ") + strict(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return lines;
}

static void append(Lines& lines, Lines more)
{
    for (Line& line : more)
        lines.push_back(std::move(line));
}

static void add_dry_run(Lines& lines, const Json& dry_run, const Palette& palette)
{
    if (dry_run.is_null())
        return;
    const Json parsed = dry_run.is_string() ? json_in(dry_run.get<std::string>()) : dry_run;
    const std::string diff = json::string_member(parsed, "diff");
    lines.emplace_back("  dry run:", palette.of(Role::dim));
    if (diff.empty())
        return append(lines, value_lines("  answer", value_text(dry_run)));
    for (const Line& line : change_lines(diff, palette)) {
        Line row {"    "};
        for (const Span& span : line.spans)
            row.add(strict(span.text.bytes()), span.style);
        lines.push_back(row);
    }
    if (json::member(parsed, "truncated") == true)
        lines.emplace_back("    … the rest of the diff is not shown", palette.of(Role::warning));
}

Lines whole_call_lines(
    const channel::ChatApproval& call, std::size_t columns, const Palette& palette)
{
    Lines lines;
    const Json& arguments = call.arguments.json();
    if (arguments.is_object())
        for (const auto& [name, value] : arguments.items())
            append(lines, value_lines(strict(name), value_text(value)));
    else
        append(lines, value_lines("arguments", value_text(arguments)));
    add_dry_run(lines, call.dry_run.json(), palette);
    return wrapped_lines(lines, columns, 4);
}

// Returns the rows of a change: the rest of a line that wraps is below its text.
static Lines change_rows(
    const channel::ChatApproval& call, std::size_t columns, const Palette& palette)
{
    Lines rows;
    for (const Line& line : numbered_lines(call.display->lines, columns, palette)) {
        Line safe;
        for (const Span& span : line.spans)
            safe.add(strict(span.text.bytes()), span.style);
        for (Line& row : wrapped(safe, columns, std::min<std::size_t>(7, columns / 2)))
            rows.push_back(std::move(row));
    }
    return rows;
}

Lines presentation_lines(
    const channel::ChatApproval& call, std::size_t columns, const Palette& palette)
{
    if (!call.display)
        return whole_call_lines(call, columns, palette);
    Lines rows;
    if (call.shows_change)
        rows = change_rows(call, columns, palette);
    else
        for (const auto& line : call.display->lines)
            for (Line& row : wrapped({SafeText("    ") + strict(line.text)}, columns, 4))
                rows.push_back(std::move(row));
    Line effects;
    for (const auto& effect : call.told)
        if (!effect.warns)
            effects.add((effects.empty() ? SafeText("  ") : SafeText(" · ")) + strict(effect.text),
                palette.of(Role::dim));
    if (!effects.empty())
        append(rows, wrapped(effects, columns, 2));
    return rows;
}

}
