#include "runner/servers/asker.hpp"

#include "agent/mcp/elicitation.hpp"
#include "agent/mcp/server_entry.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <optional>

namespace runner::servers {

namespace {

// Asks until the line fits. Nothing if the operator has left.
std::optional<Json> typed_value(
    const terminal::Terminal& terminal, const agent::mcp::FormField& field, system::Cancel& cancel)
{
    std::string prompt = agent::mcp::prompt_of(field);
    for (;;) {
        const auto line = terminal.ask(prompt, cancel);
        if (!line)
            return {};
        try {
            return agent::mcp::value_typed(field, *line);
        } catch (const ToolError& error) {
            prompt = "  " + text::printable(error.message) + "\n" + agent::mcp::prompt_of(field);
        }
    }
}

Json typed_answer(
    const terminal::Terminal& terminal, const agent::mcp::Form& form, system::Cancel& cancel)
{
    Json answer = Json::object();
    for (const auto& field : form.fields) {
        auto value = typed_value(terminal, field, cancel);
        if (!value)
            return agent::mcp::declined();
        if (!value->is_null())
            answer[field.name] = *std::move(value);
    }
    return agent::mcp::accepted(std::move(answer));
}

Json ask(const terminal::Terminal& terminal, const std::string& server, const Json& params,
    system::Cancel& cancel)
try {
    const agent::mcp::Form form = agent::mcp::form_in(params);
    const auto rows
        = [&](std::size_t columns) { return agent::mcp::question_rows(form, server, columns); };
    const auto verdict = terminal::show_and_ask(
        terminal, {"an MCP server asks:", rows, "answer it? y(es), n(o)"}, cancel);
    if (!verdict || verdict->word != terminal::Verdict::Word::yes)
        return agent::mcp::declined();
    return typed_answer(terminal, form, cancel);
} catch (const ToolError&) { // a form that can't be shown
    return agent::mcp::declined();
}

Json answer_of_script(const Json& params, const Json& answer)
try {
    const agent::mcp::Form form = agent::mcp::form_in(params);
    return agent::mcp::accepted(agent::mcp::completed_answer(form, answer));
} catch (const ToolError&) { // not an answer to this form
    return agent::mcp::declined();
}

}

agent::mcp::Asker asker_at_terminal(system::Cancel& cancel)
{
    if (!terminal::Terminal::find())
        return {};
    return [&cancel](const agent::mcp::ServerEntry& server, const Json& params) {
        const auto terminal = terminal::Terminal::find();
        return terminal ? ask(*terminal, server.name, params, cancel) : agent::mcp::declined();
    };
}

agent::mcp::Asker asker_of_words(const std::string& words)
{
    if (words == "decline")
        return {};
    if (words != "defaults" && !words.starts_with('{'))
        throw ToolError(Code::bad_request,
            "--answers is " + text::in_quotes(words) + ", not defaults, decline or a JSON object");
    const Json answer = words == "defaults" ? Json(Json::object()) : json::parse_bounded(words);
    return [answer](const agent::mcp::ServerEntry&, const Json& params) {
        return answer_of_script(params, answer);
    };
}

}
