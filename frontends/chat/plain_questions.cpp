// Questions in plain mode.

#include "frontends/chat/plain_view.hpp"
#include "frontends/chat/plain_words.hpp"
#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/ask_text.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shortened.hpp"

#include <algorithm>
#include <utility>

namespace frontends::chat {

using namespace runner;
using namespace std::chrono_literals;
using namespace toolkit;

static constexpr std::size_t columns = 100;
static constexpr auto too_quick = 500ms; // whoever is typing has not read the question
static constexpr std::size_t max_shown = 16 << 10; // bytes of a question, before v
static constexpr std::size_t max_shown_lines = 200;

// As much as is shown before v: 200 lines, 16 KiB.
static std::size_t shown_at_first(const std::string& rows)
{
    std::size_t end = 0;
    for (std::size_t count = 0; count < max_shown_lines && end < rows.size(); ++count) {
        const std::size_t next = std::min(rows.find('\n', end), rows.size() - 1) + 1;
        if (next > max_shown)
            break;
        end = next;
    }
    return end;
}

static std::string help_of(bool is_shown_whole, bool is_repeatable, bool is_editable)
{
    if (!is_shown_whole)
        return "question: v shows the rest, and only then there is a yes; n no and why\n";
    return std::string("question: y yes, n no and why")
        + (is_repeatable ? ", a always this very call" : "") + (is_editable ? ", e edit" : "")
        + ", v all of it\n";
}

std::string PlainView::ask(const Json& event, Time now)
{
    if (event.at("kind") != "approval")
        return {};
    const bool is_editable = event.value("editable", true);
    const Json& draft = json::member(event, event.contains("draft") ? "draft" : "arguments");
    const terminal::AskedCall call {json::member(event, "arguments"), json::member(event, "dryRun"),
        json::member(event, "changesFiles") != false};
    Question question {event.at("id"), terminal::rows_of_ask(call, columns), 0, now,
        is_editable ? draft.dump(2, ' ', false, Json::error_handler_t::replace) : std::string(),
        event.value("repeatable", true)};
    question.shown = shown_at_first(question.rows);
    std::string text;
    if (const std::string problem = string_at(event, "problem"); !problem.empty())
        text = "question: what you have edited can't be used: " + strict(problem) + "\n";
    text += heading_of(event) + question.rows.substr(0, question.shown)
        + help_of(question.is_shown_whole(), question.is_repeatable, is_editable);
    if (question.is_repeatable && !std::exchange(has_asked, true))
        text += "note: /approve never|changes|always says when you are asked\n";
    questions.push_back(std::move(question));
    is_new = true;
    return notices.of(screen::Notices::Event::question) + own(text.substr(0, text.size() - 1));
}

// The arguments as an editor has left them are an answer.
std::string PlainView::edited(const Json& event, Time now)
{
    awaited.clear();
    if (questions.empty()) // meanwhile the turn has ended
        return {};
    Question& question = questions.front();
    question.asked = now;
    std::string problem = "that is no JSON object: e edits it again";
    const Json& left = json::member(event, "edited");
    if (!left.is_string())
        problem = strict(string_at(event, "text") + "; " + string_at(event, "hint"));
    try {
        const Json arguments
            = left.is_string() ? json::parse_bounded(left.get<std::string>()) : Json();
        if (arguments.is_object()) {
            said_by_event = message_line({{"do", "answer"}, {"id", question.id}, {"verdict", "yes"},
                {"arguments", arguments}});
            questions.pop_front();
            return {};
        }
    } catch (const ToolError&) { // said below
    }
    return own("question: " + problem) + prompt();
}

bool PlainView::has_become_readable(Time now)
{
    if (questions.empty() || readable == questions.front().asked
        || now - questions.front().asked < too_quick)
        return false;
    readable = questions.front().asked;
    return true;
}

PlainView::Time PlainView::next_readable() const
{
    return questions.empty() || readable == questions.front().asked
        ? Time::max()
        : questions.front().asked + too_quick;
}

PlainView::Typed PlainView::edit(const Question& question)
{
    awaited = "e" + std::to_string(++edits);
    return {{}, message_line({{"do", "edit"}, {"id", awaited}, {"text", question.draft}})};
}

PlainView::Typed PlainView::show_rest(Question& question, Time now)
{
    question.asked = now;
    const std::string rows = question.rows.substr(question.is_shown_whole() ? 0 : question.shown);
    question.shown = question.rows.size();
    return {rows + help_of(true, question.is_repeatable, !question.draft.empty()) + prompt()};
}

// What is typed before anybody could read the question is thrown away.
PlainView::Typed PlainView::answer(const std::string& line, Time now)
{
    Question& question = questions.front();
    if (now - question.asked < too_quick)
        return {"question: that came before the question could be read; answer again\n" + prompt(),
            {}, false, true};
    if (line == "v")
        return show_rest(question, now);
    const terminal::Verdict verdict = terminal::read_verdict(line);
    using Word = terminal::Verdict::Word;
    const bool is_edit = line == "e" && !question.draft.empty();
    const bool is_always = verdict.word == Word::always;
    if ((verdict.word == Word::unclear && !is_edit) || (is_always && !question.is_repeatable)) {
        question.asked = now; // the rest of a paste is none of its answers either
        return {help_of(question.is_shown_whole(), question.is_repeatable, !question.draft.empty())
                + prompt(),
            {}, false, true};
    }
    if (verdict.word != Word::no && !question.is_shown_whole())
        return {"question: not all of it was shown: v shows the rest\n" + prompt()};
    if (is_edit)
        return edit(question);
    Json fields {{"do", "answer"}, {"id", question.id},
        {"verdict",
            verdict.word == Word::no ? "no"
                : is_always          ? "always"
                                     : "yes"}};
    if (!verdict.reason.empty())
        fields["reason"] = text::shortened(verdict.reason, 4000);
    questions.pop_front();
    if (questions.empty())
        return {"", message_line(fields)};
    questions.front().asked = now;
    return {prompt(), message_line(fields), false, true};
}

}
