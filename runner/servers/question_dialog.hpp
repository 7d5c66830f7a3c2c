#pragma once

#include "agent/mcp/question_prompter.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// A question of a server to a person, as a dialogue of lines: a form field by field and then a
// review, a URL by one choice.
class QuestionDialog {
public:
    // `question` must outlive it. `open` starts a browser with a URL, or throws why not.
    QuestionDialog(const agent::mcp::ServerQuestion& question,
        std::function<void(const std::string& url)> open);

    // Returns what the next line answers, in rows of at most `columns`; empty if prompt() says it.
    std::vector<std::string> rows(std::size_t columns) const;

    // Returns the words before the line, in one row: "  size [10]: ".
    std::string prompt() const;

    // True if the line is a secret.
    bool hides_line() const;

    // Returns why the last line was not taken, or what it has done; may be empty.
    const std::string& notice() const { return said; }

    // Takes a line, without its end. Returns the result for the server at the end of the dialogue.
    std::optional<Json> take(const std::string& line);

private:
    enum class Stage { beginning, field, review };

    const agent::mcp::Form& form() const { return std::get<agent::mcp::Form>(question.about); }
    const agent::mcp::UrlQuestion* page() const
    {
        return std::get_if<agent::mcp::UrlQuestion>(&question.about);
    }
    std::optional<Json> take_choice(const std::string& word);
    std::optional<Json> take_choice_of_page(char choice);
    std::optional<Json> take_choice_of_review(const std::string& word);
    void take_value(const std::string& line);

    const agent::mcp::ServerQuestion& question;
    std::function<void(const std::string& url)> open;
    Stage stage = Stage::beginning;
    std::size_t at = 0; // the field that is asked for
    bool is_edit = false; // of one field
    Json answer = Json::object();
    std::string said;
};

}
