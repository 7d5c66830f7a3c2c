// Questions in plain mode.

#include "frontends/chat/plain_question_text.hpp"
#include "frontends/chat/plain_view.hpp"
#include "frontends/chat/plain_words.hpp"
#include "frontends/screen/always_list.hpp"
#include "frontends/screen/question.hpp"
#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/verdict.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace frontends::chat {

using namespace runner;
using namespace std::chrono_literals;

static constexpr std::size_t columns = 100;

// Returns the end of the part that is shown before v.
static std::size_t shown_at_first(const std::string& rows, std::size_t most)
{
    std::size_t end = 0;
    for (std::size_t count = 0; count < most && end < rows.size(); ++count) {
        const std::size_t next = std::min(rows.find('\n', end), rows.size() - 1) + 1;
        if (next > screen::max_question_bytes)
            break;
        end = next;
    }
    return end;
}

static std::string help_of(bool is_shown_whole, bool is_repeatable, bool is_editable)
{
    if (!is_shown_whole)
        return "question: v shows the rest, then you can answer yes; n no and why\n";
    return std::string("question: y yes, n no and why") + (is_repeatable ? ", a always" : "")
        + (is_editable ? ", e edit" : "") + ", v view the call\n";
}

std::string PlainView::ask(const channel::ChatAsk& event, Time now)
{
    if (const auto* const list = std::get_if<channel::ChatPick>(&event.about))
        return ask_pick(event.id, *list, now);
    const auto* const approval = std::get_if<channel::ChatApproval>(&event.about);
    if (approval == nullptr)
        return ask_for_line(event.id, std::get<channel::ChatQuestion>(event.about), now);
    Question question {.id = event.id,
        .rows = rows_of_question(*approval),
        .shown = 0,
        .asked = now,
        .draft = approval->editable ? screen::text_to_edit(*approval) : std::string(),
        .is_repeatable = approval->repeatable};
    question.approval = *approval;
    question.shown = shown_at_first(
        question.rows, approval->message ? screen::max_message_lines : screen::max_question_lines);
    std::string text;
    if (approval->problem)
        text = "question: what you have edited can't be used: " + strict(*approval->problem) + "\n";
    text += heading_of_question(*approval) + question.rows.substr(0, question.shown)
        + help_of(question.is_shown_whole(), question.is_repeatable, approval->editable);
    questions.push_back(std::move(question));
    is_new = true;
    return notices.of(screen::Notices::Event::question) + own(text.substr(0, text.size() - 1));
}

std::string PlainView::ask_for_line(
    const std::string& id, const channel::ChatQuestion& question, Time now)
{
    std::string rows;
    // Lines are not shortened: a line may be a URL.
    for (const auto& line : text::split_lines(question.message))
        rows += "question: " + text::for_decision(std::string(line.text)) + "\n";
    if (question.secret)
        rows += "question: a plain chat shows what you type\n";
    questions.push_back({id, {}, 0, now, {}, false, true});
    is_new = true;
    return notices.of(screen::Notices::Event::question) + own(rows.substr(0, rows.size() - 1));
}

// Sends the arguments from the editor as the answer.
std::string PlainView::edited(const channel::EditedText& reply, Time now)
{
    awaited.clear();
    if (questions.empty()) // the turn has ended in the meantime
        return {};
    Question& question = questions.front();
    question.asked = now;
    if (!reply.edited)
        return own("question: " + strict(reply.text.value_or("") + "; " + reply.hint.value_or("")))
            + prompt();
    said_by_event = screen::edited_answer(question.id, *reply.edited);
    if (!said_by_event)
        return own(std::string("question: ") + screen::no_object) + prompt();
    questions.pop_front();
    return {};
}

bool PlainView::has_become_readable(Time now)
{
    if (questions.empty() || readable == questions.front().asked
        || now - questions.front().asked < screen::pause_before_answer)
        return false;
    readable = questions.front().asked;
    return true;
}

PlainView::Time PlainView::next_readable() const
{
    return questions.empty() || readable == questions.front().asked
        ? Time::max()
        : questions.front().asked + screen::pause_before_answer;
}

PlainView::Typed PlainView::edit(const Question& question)
{
    awaited = "e" + std::to_string(++edits);
    return {{}, channel::EditText {awaited, question.draft}};
}

// Shows the rest of the question; if all of it was shown, the whole call.
PlainView::Typed PlainView::show_rest(Question& question, Time now)
{
    question.asked = now;
    std::string rows = question.rows.substr(question.shown);
    if (question.is_shown_whole() && question.approval)
        rows = terminal::rows_of_ask(
            {question.approval->arguments.json(), question.approval->dry_run.json(),
                question.approval->changes_files},
            columns);
    question.shown = question.rows.size();
    return {rows + help_of(true, question.is_repeatable, !question.draft.empty()) + prompt()};
}

PlainView::Typed PlainView::end_question(const channel::Answer& said, Time now)
{
    questions.pop_front();
    if (questions.empty())
        return {"", said};
    questions.front().asked = now;
    return {prompt(), said, false, true};
}

static std::string list_of_rules(const channel::ChatApproval& call)
{
    const channel::ChatPick list = screen::always_list(call);
    std::string lines = "question: allow from now on, in this chat\n";
    std::size_t number = 0;
    for (const auto& row : list.rows)
        lines += "question: " + std::to_string(++number) + ". " + strict(row.cells.front()) + "\n";
    for (const auto& note : list.notes)
        lines += "note: " + strict(note) + "\n";
    return lines + "question: a number" + (call.may_store ? ", a number and \"keep\"" : "")
        + ", or Enter for none\n";
}

// An empty line or a refusal leads back to the question.
PlainView::Typed PlainView::choose_rule(const std::string& line, Time now)
{
    Question& question = questions.front();
    const channel::ChatApproval& call = *question.approval;
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::size_t count = screen::always_list(call).rows.size();
    const std::size_t number
        = line.empty() ? 0 : terminal::read_choice(line.substr(0, space), count);
    const bool is_kept = line.substr(space) == " keep";
    question.asked = now;
    if (number > 0 && (is_kept ? call.may_store : space == line.size())) {
        const screen::AlwaysAnswer answer
            = screen::always_answer(question.id, call, number - 1, is_kept);
        if (answer.accepts_edits)
            said_by_event = channel::SlashCommand {"/approve accept edits"};
        return end_question(answer.answer, now);
    }
    question.is_choosing
        = !line.empty() && terminal::read_verdict(line).word != terminal::Verdict::Word::no;
    return {
        (question.is_choosing ? list_of_rules(call) : help_of(true, true, !question.draft.empty()))
            + prompt(),
        {}, false, true};
}

// Discards input that was typed before the question could be read.
PlainView::Typed PlainView::answer(const std::string& line, Time now)
{
    Question& question = questions.front();
    if (now - question.asked < screen::pause_before_answer)
        return {"question: that came before the question could be read; answer again\n" + prompt(),
            {}, false, true};
    if (question.is_choosing)
        return choose_rule(line, now);
    if (question.pick)
        return choose_row(line, now);
    if (question.takes_line) {
        const channel::Answer said {
            question.id, channel::ValueAnswer {channel::Document(Json(line))}};
        questions.pop_front();
        return {"", said, false, true};
    }
    if (line.starts_with('/'))
        return {prompt(), channel::SlashCommand {line}};
    if (line == "v")
        return show_rest(question, now);
    const terminal::Verdict verdict = terminal::read_verdict(line);
    using Word = terminal::Verdict::Word;
    const bool is_edit = line == "e" && !question.draft.empty();
    const bool is_always = verdict.word == Word::always;
    if ((verdict.word == Word::unclear && !is_edit) || (is_always && !question.is_repeatable)) {
        question.asked = now; // the rest of a paste must not answer the question either
        return {help_of(question.is_shown_whole(), question.is_repeatable, !question.draft.empty())
                + prompt(),
            {}, false, true};
    }
    if (verdict.word != Word::no && !question.is_shown_whole())
        return {"question: not all of it was shown: v shows the rest\n" + prompt()};
    if (is_edit)
        return edit(question);
    if (is_always) {
        question.is_choosing = true;
        question.asked = now;
        return {list_of_rules(*question.approval) + prompt(), {}, false, true};
    }
    return end_question(screen::answer_of(question.id, verdict), now);
}

}
