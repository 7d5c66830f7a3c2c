#include "runner/servers/question_prompters.hpp"

#include "runner/servers/question_dialog.hpp"
#include "runner/terminal/browser.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace runner::servers {

using agent::mcp::QuestionModes;
using agent::mcp::ServerQuestion;
using agent::mcp::WaitingPrompter;

namespace {

// Shows a form, a long one page by page, and asks whether to answer it. Returns false if the
// operator does not want to.
bool is_form_read(
    const terminal::Terminal& terminal, const QuestionDialog& dialog, system::Cancel& cancel)
{
    const auto verdict = terminal::show_and_ask(terminal,
        {"an MCP server asks:", [&](std::size_t columns) { return dialog.rows(columns); },
            "answer it? y(es), n(o)"},
        cancel);
    return verdict && verdict->word == terminal::Verdict::Word::yes;
}

void print_rows(
    const terminal::Terminal& terminal, const QuestionDialog& dialog, system::Cancel& cancel)
{
    for (const auto& row : dialog.rows(terminal.size().columns))
        terminal.print(row + "\n", cancel);
}

Json asked_on(
    const terminal::Terminal& terminal, const ServerQuestion& question, system::Cancel& cancel)
{
    QuestionDialog dialog(question, terminal::open_in_browser);
    std::optional<Json> result;
    if (const auto* const page = std::get_if<agent::mcp::UrlQuestion>(&question.about))
        terminal.print(terminal::own_line("an MCP server asks you to open a page of "
                           + terminal::for_decision(page->host))
                + "\n",
            cancel);
    else if (!is_form_read(terminal, dialog, cancel))
        return agent::mcp::declined();
    else
        result = dialog.take("a");
    for (bool is_new = true; !result; is_new = dialog.notice().empty()) {
        if (is_new)
            print_rows(terminal, dialog, cancel);
        const std::string prompt
            = (dialog.notice().empty() ? "" : "  " + dialog.notice() + "\n") + dialog.prompt();
        const auto line = dialog.hides_line() ? terminal.ask_hidden(prompt, cancel)
                                              : terminal.ask(prompt, cancel);
        if (!line)
            return agent::mcp::cancelled();
        result = dialog.take(*line);
    }
    return *result;
}

}

std::shared_ptr<agent::mcp::QuestionPrompter> prompter_at_terminal(system::Cancel& cancel)
{
    if (!terminal::Terminal::find())
        return {};
    return std::make_shared<WaitingPrompter>(
        QuestionModes {true, true}, [&cancel](const ServerQuestion& question) {
            auto terminal = terminal::Terminal::find();
            if (!terminal)
                return agent::mcp::declined();
            terminal->wait_until(system::Watch::Clock::now() + agent::mcp::answer_time);
            return asked_on(*terminal, question, cancel);
        });
}

std::shared_ptr<agent::mcp::QuestionPrompter> prompter_of_words(const std::string& words)
{
    if (words == "decline")
        return {};
    if (words != "defaults" && !words.starts_with('{'))
        throw ToolError(Code::bad_request,
            "--answers is " + text::in_quotes(words) + ", not defaults, decline or a JSON object");
    const Json answer = words == "defaults" ? Json(Json::object()) : json::parse_bounded(words);
    return std::make_shared<WaitingPrompter>(QuestionModes {true, false},
        [answer](const ServerQuestion&) { return agent::mcp::accepted(answer); });
}

}
