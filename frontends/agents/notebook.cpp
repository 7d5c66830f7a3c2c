#include "frontends/agents/notebook.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <memory>
#include <utility>

namespace frontends::agents {

using namespace agent;
using namespace toolkit;

static calls::OfferedTool function(const char* name, const char* description, Json schema)
{
    calls::OfferedTool tool;
    tool.name = name;
    tool.description = description;
    tool.schema = std::move(schema);
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.effects = {{"workspace", "read"}};
    return tool;
}

Notebook::Notebook(const Workspace& workspace, const SeenTexts& seen, const Gate& gate)
    : workspace(workspace)
    , seen(seen)
    , gate(gate)
    , scratchpad_tool(function(scratchpad_name,
          "Replace your notes as a whole. They are shown to you with every request, and outlive "
          "everything else.",
          schema_of_scratchpad()))
    , report_tool(function(report_name,
          "Answer the question and end. Each finding needs a quote copied from the lines of a file "
          "that you have looked at: it is checked.",
          schema_of_report()))
{
}

std::vector<const calls::OfferedTool*> Notebook::tools() const
{
    return {&scratchpad_tool, &report_tool};
}

// Returns an answer with this content. An error may name more findings than fit into a line of an
// error.
static calls::ToolAnswer answer_with(const Json& content)
{
    calls::ToolAnswer answer;
    answer.content = content.dump();
    answer.code = json::string_member(content, "code");
    if (!answer.code.empty())
        answer.failure = json::string_member(content, "error");
    return answer;
}

static const Json no_process {{"level", "none"}, {"by", "agentcli"}};

bool is_answer_of_function(const calls::ToolAnswer& answer) { return answer.sandbox == no_process; }

bool Notebook::begin(
    calls::CallId id, const calls::OfferedTool& tool, const calls::Arguments& arguments)
{
    calls::ToolResult result;
    try {
        result.answer = answer_with(
            &tool == &scratchpad_tool ? take_notes(arguments.json) : take_report(arguments.json));
    } catch (const ToolError& error) {
        result.answer = calls::failed(error);
    }
    result.answer.sandbox = no_process;
    result.output_bytes = result.answer.content.size();
    ended[id] = std::move(result);
    return true;
}

void Notebook::watch(system::Watch& watch) const
{
    if (!ended.empty())
        watch.until(system::Watch::Clock::now());
}

std::optional<calls::ToolResult> Notebook::take(calls::CallId id)
{
    auto taken = ended.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

Json Notebook::take_notes(const Json& arguments)
{
    check_scratchpad_size(arguments);
    notes = arguments;
    return {{"noted", true}};
}

static Json sent_back(const std::string& why, Json problems = Json::array())
{
    Json content {{"error", why}, {"code", "CONFLICT"}};
    if (!problems.empty())
        content["problems"] = std::move(problems);
    return content;
}

// Returns the problems with evidence and with open lines together.
Json Notebook::problems_of(const Json& report)
{
    Json problems = Json::array();
    if (!checked->unverified.empty() && !std::exchange(was_told_of_evidence, true))
        for (const Json& finding : checked->unverified)
            problems.push_back("the finding "
                + text::in_quotes(json::string_member(finding, "claim")) + " ("
                + json::string_member(finding, "path")
                + "): " + json::string_member(finding, "why"));
    const auto forgotten
        = forgotten_lines(json::member(notes, "toFind"), json::member(report, "open"));
    if (!forgotten.empty() && !was_told_of_open_lines) {
        was_told_of_open_lines = true;
        for (const auto& line : forgotten)
            problems.push_back("toFind still has " + text::in_quotes(text::shortened(line, 200))
                + ", which open does not name");
    }
    return problems;
}

Json Notebook::take_report(const Json& arguments)
{
    check_report_size(arguments);
    if (gate.tool_calls() == 0) {
        if (is_last || std::exchange(was_told_to_look, true))
            given_up = "the model has reported without a single call of a tool";
        return sent_back("the report is sent back: no tool was called, so nothing is known",
            {"look at the workspace first, then report"});
    }
    checked = checked_report(arguments, workspace, seen);
    Json problems = is_last ? Json::array() : problems_of(arguments);
    if (problems.empty()) {
        is_accepted = true;
        return {{"accepted", true}};
    }
    return sent_back("the report is sent back: correct it, look again if you must, and report "
                     "once more",
        std::move(problems));
}

// Adds a message of the assistant, because templates require one between results of tools and the
// user.
std::vector<model::Message> Notebook::last_messages(const model::Messages& messages) const
{
    std::vector<model::Message> last;
    if (notes.is_null())
        return last;
    if (!messages.empty() && messages.back()->role == model::Role::tool)
        last.push_back(model::text_message(model::Role::assistant, "I look at my scratchpad."));
    last.push_back(model::text_message(model::Role::user, "Your scratchpad:\n" + notes.dump()));
    return last;
}

std::string Notebook::request_to_call()
{
    if (is_last || std::exchange(was_told_to_call, true)) {
        given_up = "the model has answered in words, and not by a report";
        return {};
    }
    return "This text is not read by anybody. Call report with your answer, or go on looking.";
}

}
