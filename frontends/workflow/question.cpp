#include "frontends/workflow/question.hpp"

#include "runner/terminal/editor.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/rows.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <csignal>
#include <optional>
#include <utility>
#include <vector>

namespace frontends::workflow {

using namespace runner;

static constexpr const char* no_terminal = "there is no terminal";
static constexpr const char* no_answer = "the question was closed without an answer";

Question question_of(const AskStep& asked)
{
    const auto& [step, compiled, data, path, workflow] = asked;
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

namespace {

// Asks a question on the terminal, and prevents other output there while the object exists.
class Asking {
public:
    Asking(const terminal::Terminal& terminal, const Person& person)
        : terminal(terminal)
        , person(person)
        , rows({std::max(terminal.size().columns, terminal::least_columns), terminal::Colour::off})
    {
        person.output.hide_status();
    }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
    ~Asking() { person.output.show_status_again(); }

    void add_text(const std::string& text)
    {
        rows.add_block(person.redaction.redact(text), terminal::Colour::off);
    }
    void add_line(const std::string& line)
    {
        rows.add_line("  ", person.redaction.redact(line), terminal::Colour::off);
    }

    // Shows the question page by page. Returns false at the end of input.
    bool show(const std::string& heading) const
    {
        print((terminal::has_reverse_video() ? "" : "\n") + terminal::own_line(heading) + "\n");
        const std::size_t page = std::max(terminal.size().rows, rows_around + 1) - rows_around;
        const std::size_t pages = (rows.all().size() + page - 1) / page;
        for (std::size_t at = 0; at < rows.all().size(); ++at) {
            if (at > 0 && at % page == 0
                && !answer("page " + std::to_string(at / page) + " of " + std::to_string(pages)
                    + ": Enter for the next"))
                return false;
            print(rows.all()[at] + "\n");
        }
        return true;
    }
    bool is_too_long() const { return rows.all().size() > terminal::max_rows; }

    // Prints a sentence about an answer that cannot be used, and the question again if it fits on
    // the terminal.
    void show_again(const std::string& heading, const std::string& sentence) const
    {
        print("  " + sentence + "\n");
        if (rows.all().size() + rows_around < terminal.size().rows)
            (void)show(heading);
    }

    // Returns nullopt at the end of input.
    std::optional<std::string> answer(const std::string& prompt) const
    {
        return terminal.ask(terminal::own_line(prompt) + " > ", person.cancel);
    }

private:
    void print(const std::string& text) const { terminal.print(text, person.cancel); }

    static constexpr std::size_t rows_around = 3; // the heading, the prompt, the answer's end

    const terminal::Terminal& terminal;
    const Person& person;
    terminal::Rows rows;
};

}

static std::string preset_for_people(const Question& question)
{
    const auto value = value_of(question, *question.preset);
    if (question.kind == "confirm" && value)
        return *value == true ? "yes" : "no";
    return value && value->is_string() ? value->get<std::string>() : *question.preset;
}

// Returns what to say about an answer that does not fit the question.
static std::string refusal_of(const std::string& answer, const Question& question)
{
    const std::string what = answer.empty() ? "an empty answer" : text::in_quotes(answer);
    return what
        + (question.kind == "choice" ? " is not a choice: type a number from 1 to "
                    + std::to_string(question.choices.size())
                                     : " is neither yes nor no: type y or n");
}

static void add_question(Asking& asking, const Question& question)
{
    asking.add_text(question.message);
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        asking.add_line(std::to_string(i + 1) + "  " + question.choices[i]);
    if (question.preset && question.kind != "edit")
        asking.add_line("default: " + preset_for_people(question));
}

static std::string prompt_of(const Question& question)
{
    const std::string prompt = question.kind == "confirm" ? "y(es), n(o)"
        : question.kind == "choice"                       ? "number"
                                                          : "answer";
    return prompt + (question.preset ? ", Enter for the default" : "");
}

static StepResult too_long()
{
    return failed_step({Code::too_large,
        "the question is too long to be shown: more than " + std::to_string(terminal::max_rows)
            + " rows of text",
        "let it name a file instead"});
}

static std::optional<terminal::Terminal> terminal_of(const Person& person)
{
    return person.is_there ? terminal::Terminal::find() : std::optional<terminal::Terminal>();
}

StepResult ask_at_terminal(const AskStep& asked, const Person& person)
{
    const Question question = question_of(asked);
    const auto terminal = terminal_of(person);
    if (!terminal)
        return preset_or_denied(question, no_terminal);
    Asking asking(*terminal, person);
    add_question(asking, question);
    if (asking.is_too_long())
        return too_long();
    const std::string heading
        = "the step " + asked.path + " of the workflow " + asked.workflow + " asks:";
    if (!asking.show(heading))
        return denied(no_answer);
    if (question.kind == "edit")
        return answered(
            terminal::edited(question.preset.value_or(""), [] { std::raise(SIGSTOP); }));
    for (;;) {
        const auto typed = asking.answer(prompt_of(question));
        if (!typed)
            return denied(no_answer);
        const std::string answer = typed->empty() && question.preset ? *question.preset : *typed;
        const auto value = text::is_utf8(answer) ? value_of(question, answer) : std::nullopt;
        if (value)
            return answered(*value);
        asking.show_again(heading,
            text::is_utf8(answer) ? refusal_of(answer, question) : "the answer is not UTF-8");
    }
}

std::string ask_how_to_go_on(const FailedStep& step, const StepResult& failed, const Person& person)
{
    const auto terminal = terminal_of(person);
    if (!terminal)
        return "stop";
    Asking asking(*terminal, person);
    if (failed.error)
        asking.add_line(terminal::one_line(*failed.error));
    const std::string heading
        = "the step " + step.path + " of the workflow " + step.workflow + " has failed:";
    if (!asking.show(heading))
        return "stop";
    for (;;) {
        const auto typed = asking.answer("r(etry), s(kip), e(nd)");
        if (!typed || *typed == "e" || *typed == "end" || *typed == "stop")
            return "stop";
        if (*typed == "r" || *typed == "retry")
            return "retry";
        if (*typed == "s" || *typed == "skip")
            return "skip";
        asking.show_again(heading, text::in_quotes(*typed) + " is not an answer: type r, s or e");
    }
}

}
