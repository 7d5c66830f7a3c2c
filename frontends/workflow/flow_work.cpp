#include "agent/workflow/parameters.hpp"
#include "frontends/workflow/flow_engine.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace frontends::workflow {

using namespace agent::workflow;

using Status = StepResult::Status;

calls::ToolAnswer Flow::call(
    const Step& step, const std::string& where, std::string tool, Json arguments)
{
    if (!limits->take_call())
        throw ToolError(Code::too_large, "the calls of tools that 'limits' allows are used up",
            "limits.tool_calls allows more");
    const bool is_trusted = chosen.file->file.is_trusted;
    const std::string wanted = step.fields.text("approve", chosen.workflow->fields.text("approve"));
    const calls::OfferedTool* known = run.calls->tool(tool);
    const bool asks_of_file
        = !is_trusted && run.asks_about_untrusted && known != nullptr && known->changes_files;
    const bool asks_of_step
        = wanted == "always" || (wanted == "changes" && known != nullptr && known->changes_files);
    return make_call(step, where,
        {std::move(tool), std::move(arguments), chosen.workflow->name, where, is_trusted,
            run.asks_always || asks_of_file || asks_of_step});
}

// Returns the ways to run a step of an untrusted file if nobody could be asked about it.
std::string Flow::ways_to_approve(const calls::ToolAnswer& answer) const
{
    const bool was_asked = answer.failure.find("the operator said no") != std::string::npos;
    if (chosen.file->file.is_trusted || !run.asks_about_untrusted || was_asked)
        return {};
    const std::string& file = chosen.file->file.path;
    return "the file " + text::in_quotes(file) + " is not trusted: 'agentcli trust " + file
        + "' shows and trusts it, '-w ./" + file
        + "' runs it as a file of your own, and '--approve auto' asks about nothing";
}

static bool is_denied(const calls::ToolAnswer& answer)
{
    return answer.code == system::wire_name(Code::permission_denied);
}

static StepResult denied(StepResult result, const std::string& hint)
{
    if (result.error && !hint.empty())
        result.error->hint = hint;
    result.status = Status::denied;
    result.exit_status = status_of_denial;
    return result;
}

StepResult Flow::do_command(const Step& step, const std::string& where)
{
    const CommandSetting setting {
        *chosen.workflow, compiled(), data, run.log->idempotency_key(where), timeout_now};
    ParameterFiles files;
    const calls::ToolAnswer answer
        = call(step, where, "exec", command_request(step, setting, files));
    StepResult result = command_result(step, answer);
    return is_denied(answer) ? denied(std::move(result), ways_to_approve(answer)) : result;
}

StepResult Flow::do_tool(const Step& step, const std::string& where)
{
    const Block& own = step.own();
    const std::string server = own.text("server");
    if (!server.empty())
        run.calls->start_servers();
    const Field* args = own.find("args");
    Json arguments
        = args == nullptr ? Json::object() : compiled().values.at(args->node).value(data.data());
    const calls::ToolAnswer answer = call(step, where,
        (server.empty() ? "" : server + "__") + own.text("name"), std::move(arguments));
    if (!answer.failure.empty()) {
        StepResult result = failed_step(error_of(answer));
        result.is_end_unknown = answer.is_end_unknown;
        return is_denied(answer) ? denied(std::move(result), ways_to_approve(answer)) : result;
    }
    StepResult result;
    result.is_done = true;
    try {
        result.output = json::parse_bounded(answer.content);
    } catch (const ToolError&) { // a tool may print a text
        result.output = answer.content;
    }
    return result;
}

StepResult Flow::do_set(const Step& step)
{
    StepResult result;
    result.output = compiled().values.at(step.work().node).value(data.data());
    return result;
}

StepResult Flow::do_workflow(const Step& step, const std::string& where)
{
    const Chosen called = run.library.called_by(*chosen.file, step.own().text("name"));
    std::vector<GivenParameter> given;
    if (const Field* with = step.own().find("with")) {
        const Json values = compiled().values.at(with->node).value(data.data());
        for (const auto& [name, value] : values.items())
            given.push_back({name, value, false, name});
    }
    Flow inner(
        run, called, where, parameter_values(called.workflow->parameters, given), limits.get());
    const FlowEnd end = inner.go();
    StepResult result;
    result.status = end.status;
    result.exit_status = end.exit_status;
    result.error = end.error;
    result.output = end.outputs.empty() ? end.result : end.outputs;
    return result;
}

// A called workflow has its own sessions.
StepResult Flow::do_llm(const Step& step, const std::string& where)
{
    data.set("agent", agent_of(step, *chosen.workflow));
    const std::string name = step.own().text("session");
    if (name.empty())
        return run.models.run({step, chosen, data, where, *limits});
    const std::string session = path.empty() ? name : path + "/" + name;
    StepResult result
        = run.models.run({step, chosen, data, where, *limits, run.log->said().messages(session)});
    if (result.status == Status::ok)
        run.log->say({session, where, std::move(result.said.messages), result.said.replaces});
    return result;
}

StepResult Flow::work(const Step& step, const std::string& where)
{
    switch (step.kind) {
    case Kind::exec:
    case Kind::shell:
    case Kind::python: return do_command(step, where);
    case Kind::tool: return do_tool(step, where);
    case Kind::set: return do_set(step);
    case Kind::workflow: return do_workflow(step, where);
    case Kind::foreach: return do_foreach(step, where);
    case Kind::parallel: return do_parallel(step, where);
    case Kind::repeat: return do_repeat(step, where);
    case Kind::llm: return do_llm(step, where);
    case Kind::ask: return run.ask({step, compiled(), data, where, chosen.workflow->name});
    default: break;
    }
    throw ToolError(Code::unsupported,
        "steps of the kind " + text::in_quotes(name_of(step.kind)) + " cannot be run yet");
}

}
