#include "runner/servers/question_dialog.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace runner::servers {

using agent::mcp::accepted;
using agent::mcp::cancelled;
using agent::mcp::declined;

QuestionDialog::QuestionDialog(
    const agent::mcp::ServerQuestion& question, std::function<void(const std::string& url)> open)
    : question(question)
    , open(std::move(open))
    , stage(is_sign_in() && question.is_again ? Stage::in_browser : Stage::beginning)
{
}

std::vector<std::string> QuestionDialog::rows(std::size_t columns) const
{
    if (stage == Stage::in_browser)
        return page()->message.empty() ? std::vector<std::string>()
                                       : std::vector<std::string> {page()->message};
    if (page() != nullptr)
        return agent::mcp::url_question_rows(*page(), question.server.name, columns);
    if (stage == Stage::beginning)
        return agent::mcp::question_rows(form(), question.server.name, columns);
    return stage == Stage::review ? agent::mcp::answer_rows(form(), answer, columns)
                                  : std::vector<std::string>();
}

std::string QuestionDialog::prompt() const
{
    if (stage == Stage::in_browser)
        return "Waiting for the browser. If it could not open the last address, paste that "
               "address; [c]ancel: ";
    if (page() != nullptr)
        return question.is_again ? "Done in the browser? [r]etry  [c]ancel: "
                                 : "[o]pen  [p]rint only  [d]ecline  [c]ancel: ";
    if (stage == Stage::field)
        return agent::mcp::prompt_of(form().fields[at]);
    if (stage == Stage::review)
        return "[s]end  [e]dit N  [d]ecline  [c]ancel: ";
    return form().fields.empty() ? "[a]ccept  [d]ecline  [c]ancel: "
                                 : "[a]nswer  [d]ecline  [c]ancel: ";
}

bool QuestionDialog::hides_line() const
{
    return page() == nullptr && stage == Stage::field && form().fields[at].is_secret;
}

std::optional<Json> QuestionDialog::take(const std::string& line)
{
    said.clear();
    if (stage == Stage::field) {
        take_value(line);
        return {};
    }
    if (stage == Stage::in_browser)
        return take_address(std::string(text::stripped(line)));
    const std::string word = text::in_lower_case(std::string(text::stripped(line)));
    const char choice = word.empty() ? '\0' : word.front();
    if (choice == 'd' || choice == 'n')
        return declined();
    if (choice == 'c')
        return cancelled();
    if (page() != nullptr)
        return take_choice_of_page(choice);
    return stage == Stage::review ? take_choice_of_review(word) : take_choice(word);
}

std::optional<Json> QuestionDialog::take_choice(const std::string& word)
{
    if (word != "a" && word != "answer" && word != "accept" && word != "y" && word != "yes") {
        said = "type one of the letters in brackets";
        return {};
    }
    if (form().fields.empty())
        return accepted(answer);
    stage = Stage::field;
    return {};
}

std::optional<Json> QuestionDialog::take_choice_of_page(char choice)
{
    if (question.is_again ? choice == 'r' : choice == 'p')
        return agreed_to_open();
    if (question.is_again || choice != 'o') {
        said = "type one of the letters in brackets";
        return {};
    }
    try {
        open(page()->url);
        return agreed_to_open();
    } catch (const ToolError& error) {
        said = error.message + ": open the address yourself, and then type p";
        return {};
    }
}

std::optional<Json> QuestionDialog::agreed_to_open()
{
    if (!is_sign_in())
        return Json {{"action", "accept"}};
    stage = Stage::in_browser;
    return {};
}

std::optional<Json> QuestionDialog::take_address(const std::string& line)
{
    if (line.empty())
        return {};
    const std::string word = text::in_lower_case(line);
    if (word == "c" || word == "cancel" || word == "d" || word == "n")
        return cancelled();
    return accepted({{"address", line}});
}

void QuestionDialog::take_value(const std::string& line)
{
    const agent::mcp::FormField& field = form().fields[at];
    try {
        Json value = agent::mcp::value_typed(field, line);
        answer.erase(field.name);
        if (!value.is_null())
            answer[field.name] = std::move(value);
    } catch (const ToolError& error) {
        said = text::printable(error.message);
        return;
    }
    if (is_edit || ++at == form().fields.size())
        stage = Stage::review;
}

std::optional<Json> QuestionDialog::take_choice_of_review(const std::string& word)
{
    if (word == "s" || word == "send")
        return accepted(answer);
    const std::size_t fields = form().fields.size();
    const std::size_t begin = std::min(word.find_first_of(" 0123456789"), word.size());
    const std::string number(text::stripped(word.substr(begin)));
    for (std::size_t index = 0; word.starts_with('e') && index < fields; ++index)
        if (number == std::to_string(index + 1) || (number.empty() && fields == 1)) {
            at = index;
            is_edit = true;
            stage = Stage::field;
            return {};
        }
    said = word.starts_with('e') ? "type e and the number of a field"
                                 : "type one of the letters in brackets";
    return {};
}

}
