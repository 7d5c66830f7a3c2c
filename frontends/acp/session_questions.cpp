// Questions of MCP servers to the user of an editor.

#include "agent/mcp/elicitation.hpp"
#include "frontends/acp/session.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <string>
#include <utility>
#include <vector>

namespace frontends::acp {

using agent::mcp::FormField;

static constexpr std::size_t max_options = 8;

static channel::ActionAnswer action_answer(channel::Action action, const Json& content = {})
{
    return {action, channel::Document(content)};
}

void Session::put_options(OpenAsk asked, const std::string& title, const std::vector<Option>& all)
{
    Json options = Json::array();
    for (const Option& option : all) {
        const std::string id = "value-" + std::to_string(options.size() + 1);
        options.push_back({{"optionId", id}, {"name", option.name}, {"kind", option.kind}});
        asked.answers[id] = option.content;
    }
    const std::int64_t request = by.editor.ask("session/request_permission",
        {{"sessionId", plan.id},
            {"toolCall",
                {{"toolCallId", "question-" + asked.ask}, {"title", title}, {"kind", "other"},
                    {"status", "pending"}}},
            {"options", options}});
    asks[request] = std::move(asked);
}

// Returns the names and values of the options for a form that is one choice of a few; empty for any
// other form: an editor can't show it.
static std::vector<std::pair<std::string, Json>> choices_of(const agent::mcp::Form& form)
{
    if (form.fields.empty())
        return {{"Accept", Json::object()}};
    const FormField& field = form.fields.front();
    std::vector<std::pair<std::string, Json>> choices;
    if (form.fields.size() > 1)
        return choices;
    if (field.kind == FormField::Kind::yes_no)
        return {{"Yes", {{field.name, true}}}, {"No", {{field.name, false}}}};
    if (field.kind == FormField::Kind::choice && field.choices.size() <= max_options)
        for (const auto& choice : field.choices)
            choices.emplace_back(choice.title.empty() ? choice.value : choice.title,
                Json {{field.name, choice.value}});
    return choices;
}

void Session::on_form(const std::string& ask, const channel::FormAsk& form)
{
    std::vector<std::pair<std::string, Json>> choices;
    try {
        choices = choices_of(agent::mcp::form_in(
            {{"message", form.message}, {"requestedSchema", form.schema.json()}}));
    } catch (const ToolError&) { // the form is no longer valid
    }
    if (choices.empty()) {
        by.editor.update(plan.id,
            chunk("agent_thought_chunk",
                "the MCP server " + form.server
                    + " has asked for a form, which an editor can't show: it was cancelled\n"));
        return worker->say(channel::Answer {ask, action_answer(channel::Action::cancel)});
    }
    std::vector<Option> options;
    options.reserve(choices.size() + 1);
    for (const auto& [name, content] : choices)
        options.push_back({name, "allow_once", action_answer(channel::Action::accept, content)});
    options.push_back({"Decline", "reject_once", action_answer(channel::Action::decline)});
    put_options({.ask = ask, .otherwise = action_answer(channel::Action::cancel)},
        "The MCP server " + form.server + " asks: " + text::without_hidden(form.message), options);
}

void Session::on_page(const std::string& ask, const channel::OpenUrlAsk& page)
{
    const bool is_sign_in = page.purpose == "sign-in";
    std::string title = "The MCP server " + page.server
        + (is_sign_in ? " needs a sign-in at " : " asks you to open a page of ") + page.host + ": "
        + text::without_hidden(page.message) + "\n" + page.url;
    for (const auto& warning : page.warnings)
        title += "\n" + warning;
    put_options({.ask = ask, .otherwise = action_answer(channel::Action::cancel)}, title,
        {{page.opened ? "Done in the browser: go on" : "I open it", "allow_once",
             action_answer(channel::Action::accept)},
            {"Decline", "reject_once", action_answer(channel::Action::decline)}});
}

}
