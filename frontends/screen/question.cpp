#include "frontends/screen/question.hpp"

#include "frontends/screen/amounts.hpp"
#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/fields.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment pause_before_answer = 500ms;
static constexpr std::size_t max_lines = 200;
static constexpr std::size_t max_reason = 4000; // bytes
static constexpr std::size_t max_bytes = 16 << 10;

Question::Question(const Json& ask, Moment last_key, const Palette& palette)
    : palette(palette)
    , ask(ask)
    , ask_id(text_field(ask, "id"))
    , kind(text_field(ask, "kind"))
    , last_key(last_key)
{
}

// An engine that takes no other arguments says so.
bool Question::can_be_edited() const
{
    return !ask.contains("editable") || flag_field(ask, "editable");
}

// Is there an "always" for it?
bool Question::can_be_repeated() const
{
    return !ask.contains("repeatable") || flag_field(ask, "repeatable");
}

// What the entry of the tool says that it can do, in words.
void Question::add_effects(Line& heading) const
{
    const Json& effects = json::member(ask, "effects");
    const Style dim = palette.of(Role::dim);
    if (!effects.is_object())
        return heading.add(flag_field(ask, "changesFiles")
                ? SafeText(" · may change files")
                : SafeText(" · says nothing of what it can do"),
            dim);
    if (flag_field(ask, "changesFiles") || text_field(effects, "workspace") == "write")
        heading.add(" · may change files", dim);
    if (flag_field(effects, "programs"))
        heading.add(" · runs programs", dim);
    if (const std::string network = text_field(effects, "network"); !network.empty())
        heading.add(SafeText(", network ") + strict(network), dim);
    if (const std::string sandbox = text_field(effects, "sandbox"); !sandbox.empty())
        heading.add(SafeText(" · sandbox ") + strict(sandbox), dim);
}

// Each line of a value is strict by itself.
static void add_value(Lines& lines, const SafeText& name, const Json& value)
{
    const std::string text = value_text(value);
    if (text.find('\n') == std::string::npos) {
        lines.emplace_back(SafeText("  ") + name + ": " + strict(text));
        return;
    }
    lines.emplace_back(SafeText("  ") + name + ":");
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end > begin || end < text.size())
            lines.emplace_back(SafeText("    ") + strict(text.substr(begin, end - begin)));
        begin = end + 1;
    }
}

static void add_dry_run(Lines& lines, const Json& dry_run, const Palette& palette)
{
    if (dry_run.is_null())
        return;
    const Json parsed = dry_run.is_string() ? json_in(dry_run.get<std::string>()) : dry_run;
    const std::string diff = text_field(parsed, "diff");
    lines.emplace_back("  dry run:", palette.of(Role::dim));
    if (diff.empty())
        return add_value(lines, "  answer", dry_run);
    for (const Line& line : change_lines(diff, max_bytes, palette).lines) {
        Line row {"    "};
        for (const Span& span : line.spans)
            row.add(strict(span.text.bytes()), span.style);
        lines.push_back(row);
    }
    if (flag_field(parsed, "truncated"))
        lines.emplace_back("    … the rest of the diff is not shown", palette.of(Role::warning));
    const Json& later = json::member(parsed, "runsLater");
    if (!later.is_null())
        add_value(lines, "runs later", later);
}

// All of it, row by row.
Lines Question::content(std::size_t columns) const
{
    Lines lines;
    if (is_approval()) {
        const Json& arguments = json::member(ask, "arguments");
        if (arguments.is_object())
            for (const auto& [name, value] : arguments.items())
                add_value(lines, strict(name), value);
        else
            add_value(lines, "arguments", arguments);
        add_dry_run(lines, json::member(ask, "dryRun"), palette);
        if (const Json& later = json::member(ask, "runsLater"); !later.is_null())
            add_value(lines, "runs later", later);
    } else {
        add_value(lines, "message", text_field(ask, "message"));
        const Json& choices = json::member(ask, "choices");
        for (std::size_t at = 0; choices.is_array() && at < choices.size(); ++at)
            lines.emplace_back(
                SafeText("  ") + number_text(at + 1) + " " + strict(value_text(choices[at])));
    }
    Lines rows;
    for (const Line& line : lines)
        for (Line& row : wrapped(line, columns, 4))
            rows.push_back(std::move(row));
    return rows;
}

Line Question::heading() const
{
    Line heading {"◆ ", palette.of(Role::own)};
    if (flag_field(ask, "changed"))
        heading.add("this has changed while you read it: ", palette.of(Role::warning));
    if (const std::string tool = text_field(ask, "tool"); !tool.empty())
        heading.add(strict(tool), palette.of(Role::own));
    else
        heading.add("question", palette.of(Role::own));
    const auto count = number_field(ask, "count");
    if (const auto of = number_field(ask, "of"); count && of && *count > 1)
        heading.add(SafeText(" ") + number_text(*of) + " of " + number_text(*count));
    if (flag_field(ask, "edited"))
        heading.add(" · as you have edited it", palette.of(Role::warning));
    if (is_approval())
        add_effects(heading);
    return heading;
}

Lines Question::put(Moment now, std::size_t columns)
{
    since = now;
    Lines lines;
    if (const std::string problem = text_field(ask, "problem"); !problem.empty())
        lines = wrapped({SafeText("◆ what you have edited can't be used: ") + strict(problem),
                            palette.of(Role::warning)},
            columns, 2);
    for (Line& row : wrapped(heading(), columns, 2))
        lines.push_back(std::move(row));
    const Lines rows = content(columns);
    std::size_t bytes = 0;
    std::size_t shown = 0;
    for (; shown < rows.size() && shown < max_lines && bytes <= max_bytes; ++shown) {
        bytes += rows[shown].text().size();
        lines.push_back(rows[shown]);
    }
    is_shown_whole = shown == rows.size();
    if (!is_shown_whole)
        lines.emplace_back(
            SafeText("  … ") + with_commas(rows.size() - shown) + " lines more: v writes all of it",
            palette.of(Role::warning));
    return lines;
}

std::optional<Moment> Question::opens_at() const
{
    if (!since || has_begun || has_answer)
        return std::nullopt;
    return std::max(*since, last_key) + pause_before_answer;
}

bool Question::takes_keys(Moment now) const
{
    return since && !has_answer && (has_begun || now >= *opens_at());
}

Question::Outcome Question::verdict(const char* word, const Json& more)
{
    has_answer = true;
    Outcome outcome;
    outcome.answer = {{"do", "answer"}, {"id", ask_id}, {"verdict", word}};
    outcome.answer.update(more);
    return outcome;
}

Question::Outcome Question::key(const Key& key, Moment now, std::size_t columns)
{
    const bool is_paste = key.kind == Key::paste || key.kind == Key::paste_refused;
    const bool follows_paste = last_paste && now - *last_paste < pause_before_answer;
    last_key = now;
    has_begun = true;
    if (is_paste || follows_paste) { // which may be a part of it
        last_paste = now;
        input.draft.clear();
        hint = "a paste is no answer";
        return {};
    }
    if (key.kind != Key::enter) {
        input.edit(key);
        hint.clear();
        return {};
    }
    const std::string line(text::stripped(input.draft.text()));
    input.draft.clear();
    return is_approval() ? answered(line, columns) : chosen(line);
}

Question::Outcome Question::answered(const std::string& line, std::size_t columns)
{
    const std::string word = line.substr(0, line.find(' '));
    const std::string rest(text::stripped(std::string_view(line).substr(word.size())));
    if (word == "n" || word == "no")
        return verdict("no",
            rest.empty() ? Json::object() : Json {{"reason", text::shortened(rest, max_reason)}});
    if (word == "v") {
        is_shown_whole = true;
        Outcome outcome;
        outcome.shown = content(columns);
        return outcome;
    }
    const bool is_yes = line == "y" || line == "yes";
    const bool is_always = can_be_repeated() && (line == "a" || line == "always");
    if ((is_yes || is_always || line == "e") && !is_shown_whole) {
        hint = "v writes all of it, and then it can be answered by y";
        return {};
    }
    if (is_yes || is_always)
        return verdict(is_yes ? "yes" : "always");
    if (line == "e" && can_be_edited()) {
        Outcome outcome;
        outcome.to_edit = json::member(ask, ask.contains("draft") ? "draft" : "arguments")
                              .dump(2, ' ', false, Json::error_handler_t::replace);
        return outcome;
    }
    hint = std::string("y, n and why") + (can_be_repeated() ? ", a" : "")
        + (can_be_edited() ? ", e or v" : " or v");
    return {};
}

Question::Outcome Question::chosen(const std::string& line)
{
    has_answer = true;
    Json value = line;
    const Json& choices = json::member(ask, "choices");
    if (line.empty() && ask.contains("default"))
        value = ask.at("default");
    else if (choices.is_array() && !line.empty() && line.size() < 4
        && line.find_first_not_of("0123456789") == std::string::npos) {
        const std::size_t number = std::stoul(line);
        if (number >= 1 && number <= choices.size())
            value = choices[number - 1];
    }
    Outcome outcome;
    outcome.answer = {{"do", "answer"}, {"id", ask_id}, {"value", value}};
    return outcome;
}

Question::Outcome Question::edited(const std::string& text)
{
    const Json arguments = json_in(text);
    if (arguments.is_object())
        return verdict("yes", {{"arguments", arguments}});
    hint = "that is no JSON object: e edits it again";
    return {};
}

InputRows Question::rows(std::size_t columns, std::size_t most) const
{
    const Line prompt {"◆ ❯ ", palette.of(Role::own)};
    return rows_of_draft(input.draft, prompt, columns, most);
}

Line Question::help(std::size_t columns) const
{
    if (!hint.empty())
        return cut({SafeText("  ") + prose(hint), palette.of(Role::warning)}, columns);
    SafeText words = "  a line and Enter";
    const bool is_narrow = columns < 72;
    if (is_approval()) {
        words = is_narrow ? SafeText("  y · n why") : SafeText("  run it? y · n and why");
        if (can_be_repeated())
            words += is_narrow ? SafeText(" · a") : SafeText(" · a this very call");
        if (can_be_edited())
            words += is_narrow ? SafeText(" · e") : SafeText(" · e edit");
        words += is_narrow ? SafeText(" · v") : SafeText(" · v all of it");
    } else if (ask.contains("default"))
        words += SafeText(" · Enter alone: ") + strict(value_text(ask.at("default")));
    return cut({words, palette.of(Role::dim)}, columns);
}

}
