#include "runner/start/undoer.hpp"

#include "agent/calls/audit_entry.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

calls::ManifestTool undoing_tool(const manifest::ManifestChoice& choice)
{
    for (const auto* list : {&choice.tools, &choice.for_operator})
        for (const auto& tool : *list)
            if (tool.name == choice.undo)
                return tool;
    throw ToolError(Code::bad_request, "the manifest has no tool that undoes changes",
        "its roles.undo names one, as that of the installed manifest does");
}

static Json request_for(const Undoer::Wanted& wanted)
{
    Json request {{"steps", Json::array()}};
    for (const auto& step : wanted.steps)
        request["steps"].push_back({{"n", step.number}, {"sha256", step.sha256}});
    for (const auto& [path, plan] : wanted.choices)
        request["choices"].push_back({{"path", path}, {"plan", plan}});
    if (wanted.way == Undoer::Way::redo)
        request["redo"] = true;
    return request;
}

static Json answer_or_error(const calls::ToolResult& result)
{
    Json answer = json::parse_bounded(result.answer.content);
    if (result.answer.failure.empty())
        return answer;
    throw ToolError(
        Code::io_error, json::string_member(answer, "error"), json::string_member(answer, "hint"));
}

Undoer::Undoer(
    manifest::ManifestChoice choice, std::chrono::milliseconds timeout, const Dependencies& by)
    : by(by)
    , protection(std::move(choice.obeyed), by.cancel)
    , source({undoing_tool(choice)}, timeout, protection, by.redaction, {})
{
}

calls::ToolResult Undoer::run(const Json& request)
{
    return calls::run_alone(source, tool(), {request, request.dump()}, by.cancel);
}

Json Undoer::trial(const Wanted& wanted)
{
    Json request = request_for(wanted);
    request["dryRun"] = true;
    return answer_or_error(run(request));
}

Json Undoer::show(const std::vector<steps::NotedStep>& steps)
{
    Json request = request_for({.steps = steps});
    request["show"] = true;
    return answer_or_error(run(request));
}

Json Undoer::call(const Wanted& wanted, const std::string& approval)
{
    const Json request = request_for(wanted);
    by.audit.check();
    audit::AuditEntry entry;
    entry.time = std::chrono::system_clock::now();
    entry.request_hash = system::sha256(request.dump());
    entry.approval = approval;
    const calls::ToolResult result = run(request);
    write(std::move(entry), result);
    return answer_or_error(result);
}

void Undoer::write(audit::AuditEntry entry, const calls::ToolResult& result) const
{
    calls::add_end(entry, result);
    entry.tool = source.tools().front()->name;
    entry.by = "operator";
    by.audit.write(entry);
}

std::string name_of_file(const Json& file)
{
    const std::string path = json::string_member(file, "path");
    return path.empty() ? "base64:" + json::string_member(file, "pathBase64") : path;
}

std::string diff_of(const Json& answer)
{
    if (answer.contains("diffBase64"))
        return "the diff is not text\n";
    return json::string_member(answer, "diff")
        + (json::member(answer, "truncated") == true ? "… the rest of the diff is not shown\n"
                                                     : "");
}

}
