#include "runner/workflow/question.hpp"

#include "runner/chat/editor.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <csignal>
#include <optional>
#include <utility>
#include <vector>

namespace runner::workflow {

static constexpr const char* no_terminal = "there is no terminal";

Question question_of(const AskStep& asked)
{
    const auto& [step, compiled, data, path] = asked;
    const Block& own = step.own();
    Question question {
        own.text("kind", "text"), compiled.texts.at(own.find("message")->node).text(data.data())};
    if (const Field* choices = own.find("choices"))
        for (const auto& choice : compiled.lists.at(choices->node))
            question.choices.push_back(choice.element(data.data()));
    if (const Field* preset = own.find("default"))
        question.preset = compiled.texts.at(preset->node).text(data.data());
    return question;
}

std::optional<Json> value_of(const Question& question, const std::string& answer)
{
    if (question.kind == "confirm") {
        static const std::vector<std::string> yes {"y", "yes", "true", "1"};
        static const std::vector<std::string> no {"n", "no", "false", "0"};
        if (text::contains(yes, answer))
            return Json(true);
        return text::contains(no, answer) ? std::optional<Json>(false) : std::nullopt;
    }
    if (question.kind != "choice")
        return Json(answer);
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        if (answer == question.choices[i] || answer == std::to_string(i + 1))
            return Json(question.choices[i]);
    return std::nullopt;
}

StepResult answered(Json value)
{
    StepResult result;
    result.output = std::move(value);
    return result;
}

static StepResult denied(const std::string& message)
{
    StepResult result = failed_step(
        {Code::permission_denied, message, "'default' is the answer if nobody can be asked"},
        status_of_denial);
    result.status = StepResult::Status::denied;
    return result;
}

StepResult preset_or_denied(const Question& question, const std::string& why)
{
    if (!question.preset)
        return denied("nobody can be asked: " + why);
    const auto value = value_of(question, *question.preset);
    return value ? answered(*value)
                 : failed_step({Code::bad_request,
                     "the default " + text::in_quotes(*question.preset) + " is no answer"});
}

static std::string shown_question(const Question& question)
{
    std::string shown = terminal::for_terminal(question.message) + "\n";
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        shown += "  " + std::to_string(i + 1) + "  "
            + terminal::without_controls(question.choices[i]) + "\n";
    return shown;
}

static std::string prompt_of(const Question& question)
{
    std::string prompt = question.kind == "confirm" ? "y(es), n(o)"
        : question.kind == "choice"                 ? "number"
                                                    : "";
    if (question.preset)
        prompt
            += (prompt.empty() ? "[" : " [") + terminal::without_controls(*question.preset) + "]";
    return prompt + (prompt.empty() ? "> " : " > ");
}

static StepResult ask_in_editor(
    const Question& question, const terminal::Terminal& terminal, system::Cancel& cancel)
{
    terminal.print(shown_question(question), cancel);
    return answered(chat::edited(question.preset.value_or(""), [] { std::raise(SIGSTOP); }));
}

StepResult ask_at_terminal(const AskStep& asked, bool has_person, system::Cancel& cancel)
{
    const Question question = question_of(asked);
    const auto terminal
        = has_person ? terminal::Terminal::find() : std::optional<terminal::Terminal>();
    if (!terminal)
        return preset_or_denied(question, no_terminal);
    if (question.kind == "edit")
        return ask_in_editor(question, *terminal, cancel);
    terminal->print(shown_question(question), cancel);
    for (;;) {
        const auto typed = terminal->ask(prompt_of(question), cancel);
        if (!typed)
            return preset_or_denied(question, no_terminal);
        const std::string answer = typed->empty() && question.preset ? *question.preset : *typed;
        if (!text::is_utf8(answer))
            continue;
        if (const auto value = value_of(question, answer))
            return answered(*value);
    }
}

std::string ask_how_to_go_on(
    const std::string& path, const StepResult& failed, bool has_person, system::Cancel& cancel)
{
    const auto terminal
        = has_person ? terminal::Terminal::find() : std::optional<terminal::Terminal>();
    if (!terminal)
        return "stop";
    terminal->print(terminal::without_controls(path
                        + " has failed: " + (failed.error ? terminal::one_line(*failed.error) : ""))
            + "\n",
        cancel);
    for (;;) {
        const auto typed = terminal->ask("r(etry), s(kip), e(nd) > ", cancel);
        if (!typed || *typed == "e" || *typed == "end" || *typed == "stop")
            return "stop";
        if (*typed == "r" || *typed == "retry")
            return "retry";
        if (*typed == "s" || *typed == "skip")
            return "skip";
    }
}

}
