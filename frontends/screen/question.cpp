#include "frontends/screen/question.hpp"

#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

using namespace toolkit;

static constexpr std::size_t max_reason = 4000; // bytes

std::string text_to_edit(const channel::ChatApproval& approval)
{
    const Json& json = (approval.draft.is_null() ? approval.arguments : approval.draft).json();
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::optional<channel::Answer> edited_answer(const std::string& id, const std::string& text)
{
    Json arguments = json_in(text);
    if (!arguments.is_object())
        return std::nullopt;
    return channel::Answer {id,
        channel::VerdictAnswer {
            channel::Verdict::yes, {}, channel::Document(std::move(arguments))}};
}

channel::Answer answer_of(const std::string& id, const Verdict& verdict)
{
    using Word = Verdict::Word;
    channel::VerdictAnswer answer {verdict.word == Word::yes ? channel::Verdict::yes
            : verdict.word == Word::always                   ? channel::Verdict::always
                                                             : channel::Verdict::no};
    if (!verdict.reason.empty())
        answer.reason = text::shortened(verdict.reason, max_reason);
    return {id, std::move(answer)};
}

channel::Answer always_answer(const std::string& id, std::size_t number, bool may_store)
{
    channel::VerdictAnswer answer {channel::Verdict::always};
    if (number > 1) {
        answer.scope = may_store ? channel::RuleScope::workspace : channel::RuleScope::session;
        answer.rule = static_cast<std::int64_t>(number) - 1;
    }
    return {id, std::move(answer)};
}

Question::Question(const channel::ChatAsk& ask, Moment last_key, const Palette& palette)
    : palette(palette)
    , ask(ask)
    , last_key(last_key)
{
}

// False if the engine does not accept other arguments.
bool Question::can_be_edited() const { return approval() == nullptr || approval()->editable; }

// True if "always" is offered.
bool Question::can_be_repeated() const { return approval() != nullptr && approval()->repeatable; }

// Adds the effects that the entry of the tool declares, in words.
static void add_effects(Line& heading, const channel::ChatApproval& approval, Style dim)
{
    const Json& effects = approval.effects.json();
    if (!effects.is_object())
        return heading.add(approval.changes_files ? SafeText(" · may change files")
                                                  : SafeText(" · says nothing of what it can do"),
            dim);
    if (approval.changes_files || json::string_member(effects, "workspace") == "write")
        heading.add(" · may change files", dim);
    if (json::member(effects, "programs") == true)
        heading.add(" · runs programs", dim);
    if (const std::string network = json::string_member(effects, "network"); !network.empty())
        heading.add(SafeText(", network ") + strict(network), dim);
    if (const std::string sandbox = json::string_member(effects, "sandbox"); !sandbox.empty())
        heading.add(SafeText(" · sandbox ") + strict(sandbox), dim);
}

// Adds a value. Each of its lines goes through strict() by itself.
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
    const std::string diff = json::string_member(parsed, "diff");
    lines.emplace_back("  dry run:", palette.of(Role::dim));
    if (diff.empty())
        return add_value(lines, "  answer", dry_run);
    for (const Line& line : change_lines(diff, max_question_bytes, palette).lines) {
        Line row {"    "};
        for (const Span& span : line.spans)
            row.add(strict(span.text.bytes()), span.style);
        lines.push_back(row);
    }
    if (json::member(parsed, "truncated") == true)
        lines.emplace_back("    … the rest of the diff is not shown", palette.of(Role::warning));
    const Json& later = json::member(parsed, "runsLater");
    if (!later.is_null())
        add_value(lines, "runs later", later);
}

static void add_approval(
    Lines& lines, const channel::ChatApproval& approval, const Palette& palette)
{
    const Json& arguments = approval.arguments.json();
    if (arguments.is_object())
        for (const auto& [name, value] : arguments.items())
            add_value(lines, strict(name), value);
    else
        add_value(lines, "arguments", arguments);
    add_dry_run(lines, approval.dry_run.json(), palette);
}

// Returns the indent of a line's further rows, which is larger than that of the line: no part of a
// server's text is at the place of a row of ours.
static std::size_t indent_of_rest(const Line& line, std::size_t columns)
{
    const std::string text = line.text();
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    return std::min(std::max<std::size_t>(begin + 2, 4), columns / 2);
}

// Returns the whole question, row by row.
Lines Question::content(std::size_t columns) const
{
    Lines lines;
    if (approval() != nullptr) {
        add_approval(lines, *approval(), palette);
    } else {
        const auto& question = std::get<channel::ChatQuestion>(ask.about);
        add_value(lines, "message", question.message);
        for (std::size_t at = 0; at < question.choices.size(); ++at)
            lines.emplace_back(
                SafeText("  ") + number_text(at + 1) + " " + strict(question.choices[at]));
    }
    Lines rows;
    for (const Line& line : lines)
        for (Line& row :
            wrapped(line, columns, approval() == nullptr ? indent_of_rest(line, columns) : 4))
            rows.push_back(std::move(row));
    return rows;
}

Line Question::heading() const
{
    Line heading {"◆ ", palette.of(Role::own)};
    if (approval() == nullptr) {
        heading.add("question", palette.of(Role::own));
        return heading;
    }
    const channel::ChatApproval& call = *approval();
    if (call.changed)
        heading.add("this has changed while you read it: ", palette.of(Role::warning));
    heading.add(strict(call.tool), palette.of(Role::own));
    if (call.agent)
        heading.add(SafeText(" of the agent ") + strict(*call.agent));
    if (call.of.value_or(0) > 0 && call.count.value_or(0) > 1)
        heading.add(SafeText(" ") + number_text(static_cast<std::uint64_t>(*call.of)) + " of "
            + number_text(static_cast<std::uint64_t>(*call.count)));
    if (call.edited)
        heading.add(" · as you have edited it", palette.of(Role::warning));
    if (call.message)
        heading.add(" · a message to the model", palette.of(Role::dim));
    else
        add_effects(heading, call, palette.of(Role::dim));
    return heading;
}

Lines Question::put(Moment now, std::size_t columns)
{
    since = now;
    Lines lines;
    if (approval() != nullptr && approval()->problem)
        lines = wrapped(
            {SafeText("◆ what you have edited can't be used: ") + strict(*approval()->problem),
                palette.of(Role::warning)},
            columns, 2);
    for (Line& row : wrapped(heading(), columns, 2))
        lines.push_back(std::move(row));
    const Lines rows = content(columns);
    std::size_t bytes = 0;
    std::size_t shown = 0;
    const std::size_t most
        = approval() != nullptr && approval()->message ? max_message_lines : max_question_lines;
    for (; shown < rows.size() && shown < most && bytes <= max_question_bytes; ++shown) {
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

Question::Outcome Question::verdict(channel::Answer answer)
{
    has_answer = true;
    return {std::move(answer)};
}

Question::Outcome Question::key(const Key& key, Moment now, std::size_t columns)
{
    const bool is_paste = key.kind == Key::paste || key.kind == Key::paste_refused;
    const bool follows_paste = last_paste && now - *last_paste < pause_before_answer;
    last_key = now;
    has_begun = true;
    if (is_paste || follows_paste) { // the key may be a part of the paste
        last_paste = now;
        input.draft.clear();
        hint = "a paste is no answer";
        return {};
    }
    if (is_choosing && now - list_since < pause_before_answer) { // nobody can have read the list
        list_since = now;
        input.draft.clear();
        hint = "that came before the list could be read";
        return {};
    }
    if (key.kind != Key::enter) {
        input.edit(key);
        hint.clear();
        return {};
    }
    const std::string line(text::stripped(input.draft.text()));
    input.draft.clear();
    if (is_choosing)
        return chosen_rule(line);
    list_since = now; // used only if the answer opens the list
    return approval() != nullptr ? answered(line, columns) : chosen(line, columns);
}

Question::Outcome Question::answered(const std::string& line, std::size_t columns)
{
    using Word = Verdict::Word;
    if (line == "v") {
        is_shown_whole = true;
        return {.shown = content(columns)};
    }
    const Verdict read = read_verdict(line);
    if (read.word == Word::no)
        return verdict(answer_of(id(), read));
    const bool is_edit = line == "e" && can_be_edited();
    const bool is_agreed
        = read.word == Word::yes || (read.word == Word::always && can_be_repeated());
    if (!is_edit && !is_agreed) {
        hint = std::string(approval() != nullptr && approval()->message ? "y, n" : "y, n and why")
            + (can_be_repeated() ? ", a" : "") + (can_be_edited() ? ", e or v" : " or v");
        return {};
    }
    if (!is_shown_whole) {
        hint = "v writes all of it, and then it can be answered by y";
        return {};
    }
    if (is_edit)
        return {.to_edit = text_to_edit(*approval())};
    if (read.word == Word::always && !approval()->rules.empty()) {
        is_choosing = true;
        return {.shown = list_of_rules(columns)};
    }
    return verdict(answer_of(id(), read));
}

Lines Question::list_of_rules(std::size_t columns) const
{
    const channel::ChatApproval& call = *approval();
    Lines lines {
        {"◆ always allow:", palette.of(Role::own)}, {"  1 this very call, until the chat ends"}};
    std::uint64_t number = 1;
    for (const auto& rule : call.rules)
        lines.emplace_back(SafeText("  ") + number_text(++number) + " " + strict(rule.text)
            + (call.may_store ? SafeText(" (in this workspace)")
                              : SafeText(" (until the chat ends)")));
    Lines rows;
    for (const Line& line : lines)
        for (Line& row : wrapped(line, columns, 4))
            rows.push_back(std::move(row));
    return rows;
}

// A no leads back to the question.
Question::Outcome Question::chosen_rule(const std::string& line)
{
    if (read_verdict(line).word == Verdict::Word::no) {
        is_choosing = false;
        return {};
    }
    const std::size_t number = runner::terminal::read_choice(line, approval()->rules.size() + 1);
    if (number > 0)
        return verdict(always_answer(id(), number, approval()->may_store));
    hint = "type a number of the list, or n";
    return {};
}

Question::Outcome Question::chosen(const std::string& line, std::size_t columns)
{
    if (!is_shown_whole) {
        if (line == "v") {
            is_shown_whole = true;
            return {.shown = content(columns)};
        }
        hint = "v writes all of it, and then it can be answered";
        return {};
    }
    const auto& question = std::get<channel::ChatQuestion>(ask.about);
    channel::Document value {Json(line)};
    if (line.empty() && !question.preset.is_null())
        value = question.preset;
    else if (!line.empty() && line.size() < 4
        && line.find_first_not_of("0123456789") == std::string::npos) {
        const std::size_t number = std::stoul(line);
        if (number >= 1 && number <= question.choices.size())
            value = channel::Document(Json(question.choices[number - 1]));
    }
    return verdict({id(), channel::ValueAnswer {value}});
}

bool Question::is_secret() const
{
    const auto* const question = std::get_if<channel::ChatQuestion>(&ask.about);
    return question != nullptr && question->secret;
}

std::optional<channel::Answer> Question::dismissed()
{
    if (approval() != nullptr)
        return std::nullopt;
    has_answer = true;
    return channel::Answer {
        id(), channel::ErrorAnswer {{"CANCELLED", "the operator has dismissed the question"}}};
}

Question::Outcome Question::edited(const std::string& text)
{
    if (auto answer = edited_answer(id(), text))
        return verdict(std::move(*answer));
    hint = no_object;
    return {};
}

InputRows Question::rows(std::size_t columns, std::size_t most) const
{
    const Line prompt {"◆ ❯ ", palette.of(Role::own)};
    if (!is_secret())
        return rows_of_draft(input.draft, prompt, columns, most);
    Draft hidden;
    for (std::size_t count = input.draft.all().size(); count > 0; --count)
        hidden.insert("•");
    return rows_of_draft(hidden, prompt, columns, most);
}

Line Question::help(std::size_t columns) const
{
    if (!hint.empty())
        return cut({SafeText("  ") + prose(hint), palette.of(Role::warning)}, columns);
    SafeText words = "  a line and Enter";
    const bool is_narrow = columns < 72;
    if (is_choosing) {
        words = is_narrow ? SafeText("  number · n back")
                          : SafeText("  which? a number and Enter · Enter alone: 1 · n back");
    } else if (approval() != nullptr) {
        words = approval()->message ? SafeText("  send it? y · n")
            : is_narrow             ? SafeText("  y · n why")
                                    : SafeText("  run it? y · n and why");
        if (can_be_repeated())
            words += is_narrow ? SafeText(" · a") : SafeText(" · a this very call");
        if (can_be_edited())
            words += is_narrow ? SafeText(" · e") : SafeText(" · e edit");
        words += is_narrow ? SafeText(" · v") : SafeText(" · v all of it");
    } else if (const auto& preset = std::get<channel::ChatQuestion>(ask.about).preset;
               !preset.is_null())
        words += SafeText(" · Enter alone: ") + strict(value_text(preset.json()));
    return cut({words, palette.of(Role::dim)}, columns);
}

}
