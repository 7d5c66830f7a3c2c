#include "frontends/screen/question.hpp"

#include "frontends/screen/always_list.hpp"
#include "frontends/screen/question_text.hpp"
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

Question::Question(const channel::ChatAsk& ask, Moment last_key, const Palette& palette)
    : palette(palette)
    , ask(ask)
    , last_key(last_key)
{
}

// False if the engine does not accept other arguments.
bool Question::can_be_edited() const { return approval() == nullptr || approval()->editable; }

std::string Question::call() const
{
    return approval() != nullptr ? approval()->call.value_or("") : "";
}

// True if "always" is offered.
bool Question::can_be_repeated() const { return approval() != nullptr && approval()->repeatable; }

// Returns the indent of a line's further rows, which is larger than that of the line: no part of a
// server's text is at the place of a row of ours.
static std::size_t indent_of_rest(const Line& line, std::size_t columns)
{
    const std::string text = line.text();
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    return std::min(std::max<std::size_t>(begin + 2, 4), columns / 2);
}

// Returns what is shown below the heading.
Lines Question::content(std::size_t columns) const
{
    if (approval() != nullptr)
        return presentation_lines(*approval(), columns, palette);
    const auto& question = std::get<channel::ChatQuestion>(ask.about);
    Lines lines = value_lines("message", question.message);
    for (std::size_t at = 0; at < question.choices.size(); ++at)
        lines.emplace_back(
            SafeText("  ") + number_text(at + 1) + " " + strict(question.choices[at]));
    Lines rows;
    for (const Line& line : lines)
        for (Line& row : wrapped(line, columns, indent_of_rest(line, columns)))
            rows.push_back(std::move(row));
    return rows;
}

// Returns the text that "v" shows: the rest of a text shown in part, otherwise the call itself.
Lines Question::whole(std::size_t columns) const
{
    if (approval() == nullptr || !is_shown_whole)
        return content(columns);
    return whole_call_lines(*approval(), columns, palette);
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
    for (Line& row : approval() != nullptr
            ? heading_lines(*approval(), columns, palette)
            : wrapped({"◆ question", palette.of(Role::own)}, columns, 2))
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
        lines.emplace_back(SafeText("  … ") + with_commas(rows.size() - shown)
                + " lines more: v shows them, then you can answer yes",
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

Question::Outcome Question::verdict(channel::Answer answer, const std::string& words)
{
    has_answer = true;
    words_of_answer = words;
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
    if (list)
        return list_key(key, now);
    if (key.kind != Key::enter) {
        input.edit(key);
        hint.clear();
        return {};
    }
    const std::string line(text::stripped(input.draft.text()));
    input.draft.clear();
    return approval() != nullptr ? answered(line, now, columns) : chosen(line, columns);
}

Question::Outcome Question::list_key(const Key& key, Moment now)
{
    const auto message = list->key(key, now);
    if (!message)
        return {};
    list.reset();
    const auto* const picked = std::get_if<channel::Picked>(&*message);
    if (picked == nullptr)
        return {};
    const auto row = static_cast<std::size_t>(picked->row);
    AlwaysAnswer answer = always_answer(
        id(), *approval(), row, row < picked->actions.size() && picked->actions[row] == 1);
    Outcome outcome = verdict(std::move(answer.answer), answer.words);
    if (answer.accepts_edits)
        outcome.also = channel::SlashCommand {"/approve accept edits"};
    return outcome;
}

Question::Outcome Question::answered(const std::string& line, Moment now, std::size_t columns)
{
    using Word = Verdict::Word;
    if (line.starts_with('/'))
        return {.also = channel::SlashCommand {line}};
    if (line == "v") {
        Outcome outcome {.shown = whole(columns)};
        is_shown_whole = true;
        return outcome;
    }
    const Verdict read = read_verdict(line);
    if (read.word == Word::no)
        return verdict(answer_of(id(), read), read.reason.empty() ? "no" : "no: " + read.reason);
    const bool is_edit = line == "e" && can_be_edited();
    const bool is_agreed
        = read.word == Word::yes || (read.word == Word::always && can_be_repeated());
    if (!is_edit && !is_agreed) {
        hint = std::string("y, n") + (can_be_repeated() ? ", a" : "")
            + (can_be_edited() ? ", e or v" : " or v");
        return {};
    }
    if (!is_shown_whole) {
        hint = "v shows the rest, then you can answer yes";
        return {};
    }
    if (is_edit)
        return {.to_edit = text_to_edit(*approval())};
    if (read.word == Word::always) {
        list.emplace(id(), always_list(*approval()), now);
        return {};
    }
    return verdict(answer_of(id(), read), approval()->edited ? "yes, as you edited it" : "yes");
}

Question::Outcome Question::chosen(const std::string& line, std::size_t columns)
{
    if (!is_shown_whole) {
        if (line == "v") {
            is_shown_whole = true;
            return {.shown = content(columns)};
        }
        hint = "v shows the rest, then you can answer";
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
    return verdict({id(), channel::ValueAnswer {value}}, "");
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
        return verdict(std::move(*answer), "yes, as you edited it");
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

// Adds a key with its letter in brackets: "[n]o, tell it why".
static void add_key(
    Line& line, std::string_view letter, std::string_view rest, const Palette& palette)
{
    const Style dim = palette.of(Role::dim);
    line.add("[", dim);
    line.add(SafeText(prose(letter)), palette.of(Role::own));
    line.add(SafeText("]") + prose(rest), dim);
}

// Returns the keys of an approval, in the words that have room.
Line Question::keys(std::size_t columns) const
{
    enum class Form { whole, brief, letters, bare };
    const Form form = columns >= 70 ? Form::whole
        : columns >= 44             ? Form::brief
        : columns >= 20             ? Form::letters
                                    : Form::bare;
    Line line;
    if (form != Form::bare)
        line.add("  ");
    bool is_first = true;
    const auto add = [&](std::string_view letter, std::string_view whole, std::string_view brief) {
        if (!std::exchange(is_first, false))
            line.add(form == Form::whole ? SafeText("  ") : SafeText(" "));
        if (form == Form::bare)
            return line.add(SafeText(prose(letter)), palette.of(Role::own));
        add_key(line, letter,
            form == Form::whole       ? whole
                : form == Form::brief ? brief
                                      : "",
            palette);
    };
    if (!is_shown_whole)
        add("v", "iew the rest", "iew the rest");
    else
        add("y", "es", "es");
    if (approval()->message)
        add("n", "o", "o");
    else
        add("n", "o, tell it why", "o, why");
    if (is_shown_whole && can_be_repeated())
        add("a", "lways …", "lways");
    if (is_shown_whole && can_be_edited())
        add("e", "dit", "dit");
    if (is_shown_whole)
        add("v", "iew the call", "iew");
    return line;
}

Lines Question::help(std::size_t columns, std::size_t most, std::size_t room) const
{
    if (list)
        return list->lines(columns, most, room, palette);
    if (!hint.empty())
        return {cut({SafeText("  ") + prose(hint), palette.of(Role::warning)}, columns)};
    if (approval() != nullptr)
        return {cut(keys(columns), columns)};
    SafeText words = "  a line and Enter";
    if (const auto& preset = std::get<channel::ChatQuestion>(ask.about).preset; !preset.is_null())
        words += SafeText(" · Enter alone: ") + strict(value_text(preset.json()));
    return {cut({words, palette.of(Role::dim)}, columns)};
}

}
