#include "fuzz.hpp"

#include "agent/mcp/call_result.hpp"
#include "agent/mcp/elicitation.hpp"
#include "agent/mcp/server_uris.hpp"
#include "agent/mcp/url_question.hpp"
#include "agent/mcp/warm_outcome.hpp"
#include "frontends/mcp/passed_context.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

using namespace agent;
using namespace agent::mcp;
using namespace toolkit;

static void must_be_told(const calls::ToolAnswer& answer)
{
    must(!answer.content.empty() && text::is_utf8(answer.content));
    must(answer.failure.empty() == answer.code.empty());
    must(answer.failure.empty() || json::parse_bounded(answer.content).at("error").is_string());
}

static void must_be_seen(const calls::ToolAnswer& answer)
{
    must_be_told(answer);
    must(!answer.failure.empty() || text::invisible_in(answer.content, 0).empty());
}

// A client gets what came, or an error; and nothing that speaks for agentcli.
static void must_be_passed(const calls::ToolAnswer& answer)
{
    must(!answer.content.empty() && answer.failure.empty() == answer.code.empty());
    must(!answer.passed.is_null() || !answer.failure.empty());
    if (const auto meta = answer.passed.find("_meta"); meta != answer.passed.end())
        must(meta->is_object() && !meta->contains("agentcli/audit"));
}

// What a warm tool responds is a line on stdout or on stderr, or no end by itself.
static void must_be_an_outcome(const calls::Outcome& outcome)
{
    if (outcome.end == calls::End::exited)
        must((outcome.status == 0 ? outcome.output : outcome.errors).ends_with('\n'));
    must_be_told(calls::answer_of(outcome, "tool", std::chrono::seconds(1)));
}

// An answer to a question that a form takes is one that it takes again.
static void must_be_a_form(const Json& params)
{
    const Form form = form_in(params);
    for (const auto& row : question_rows(form, "web", 40))
        must(text::width_of(row) <= 40 && !text::has_hidden(row));
    Json answer = Json::object();
    for (const auto& field : form.fields) {
        must(!text::has_hidden(prompt_of(field)));
        for (const char* line : {"", "1", "yes", "a, 2", "x@y.z"}) {
            try {
                if (Json value = value_typed(field, line); !value.is_null())
                    answer[field.name] = std::move(value);
            } catch (const ToolError&) { // the next one
            }
        }
    }
    const Json complete = completed_answer(form, answer);
    must(completed_answer(form, complete) == complete);
}

// A page that the operator is asked to open is shown whole, in rows that hide nothing.
static void must_be_a_page(const Json& params)
{
    const UrlQuestion page = url_question_in(params, {});
    must(!page.host.empty() && page.url.size() <= 2 << 10);
    for (const auto& row : url_question_rows(page, "web", 40))
        must(text::width_of(row) <= 40 && !text::has_hidden(row));
}

// Each URI that a client gets leads back to the server.
static void must_be_context(const Json& result)
{
    using namespace frontends::mcp;
    for (const auto& pass : {passed_prompt, passed_contents}) {
        try {
            const Json passed = pass(result, "web");
            for (const Json& content : json::member(passed, "contents"))
                must(server_uri_in(content.at("uri").get<std::string>()).has_value()
                    || content.at("uri") == "mcp://web/");
        } catch (const ToolError& error) {
            must(error.code == Code::internal);
        }
    }
    try {
        must(passed_completion(result).at("completion").at("values").size() <= 100);
    } catch (const ToolError& error) {
        must(error.code == Code::internal);
    }
}

// Whatever a server sends as a result or asks, a model gets a text or an error, and the operator
// rows that hide nothing. No file is made, as there is no workspace.
void fuzz(std::string_view input)
{
    static const redaction::Redaction redaction({{"hunter22"}, {}, redaction::Shapes::none, {}});
    static const std::string server = "web";
    const Json result = json::parse_bounded(input);
    calls::ResultFiles files("/nonexistent");
    ServerTool tool;
    must_be_seen(answer_of(result, tool, {server, files, redaction}));
    must_be_seen(answer_of_resource(result, {server, files, redaction}));
    must_be_passed(passed_answer(result, tool, {server, files, redaction}));
    must_be_passed(passed_answer_of_resource(result, {server, files, redaction}));
    tool.declares_output = true;
    must_be_seen(answer_of(result, tool, {server, files, redaction}));
    must_be_context(result);
    must_be_an_outcome(outcome_of({.result = result}));
    if (json::member(result, "mode") == "url")
        must_be_a_page(result);
    else
        must_be_a_form(result);
}
