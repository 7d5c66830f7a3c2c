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

// A line-by-line dialogue about a question of a server: a form is answered field by field and then
// reviewed, a URL by one choice. A sign-in then accepts the address that a browser failed to open.
class QuestionDialog {
public:
    // `question` must outlive it. `open` starts a browser with a URL, or throws a ToolError.
    QuestionDialog(const agent::mcp::ServerQuestion& question,
        std::function<void(const std::string& url)> open);

    // Returns what to show before prompt(), in rows of at most `columns`; may be empty.
    std::vector<std::string> rows(std::size_t columns) const;

    // Returns the prompt for the next line, in one row: "  size [10]: ".
    std::string prompt() const;

    // True if the next line is a secret, which must not be shown.
    bool hides_line() const;

    // Returns why the last line was not accepted; may be empty.
    const std::string& notice() const { return said; }

    // Takes a line, without its end. Returns the result for the server at the end of the dialogue;
    // that of a sign-in has the address in {"content":{"address"}}.
    std::optional<Json> take(const std::string& line);

private:
    enum class Stage { beginning, field, review, in_browser };

    const agent::mcp::Form& form() const { return std::get<agent::mcp::Form>(question.about); }
    const agent::mcp::UrlQuestion* page() const
    {
        return std::get_if<agent::mcp::UrlQuestion>(&question.about);
    }
    bool is_sign_in() const { return page() != nullptr && !page()->sign_in.empty(); }
    std::optional<Json> take_choice(const std::string& word);
    std::optional<Json> take_choice_of_page(char choice);
    std::optional<Json> agreed_to_open();
    static std::optional<Json> take_address(const std::string& line);
    std::optional<Json> take_choice_of_review(const std::string& word);
    void take_value(const std::string& line);

    const agent::mcp::ServerQuestion& question;
    std::function<void(const std::string& url)> open;
    Stage stage = Stage::beginning;
    std::size_t at = 0; // the field that is asked for
    bool is_edit = false; // a field is typed again after the review
    Json answer = Json::object();
    std::string said;
};

}
