#include "frontends/serve/run_request.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/channel/codec.hpp"
#include "agent/channel/host_tool_check.hpp"
#include "agent/channel/schema.hpp"
#include "agent/session/session.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace frontends::serve {

using namespace agent;

static Json properties_of(std::string_view message)
{
    return channel::message_schema(message).at("properties");
}

static Json schema_of_runs()
{
    const Json of_say = properties_of("Say");
    Json properties {{"prompt", of_say.at("text")}, {"content", of_say.at("content")},
        {"context", of_say.at("context")}};
    const Json of_begin = properties_of("Begin");
    for (const auto& [name, schema] : of_begin.items())
        if (name != "channel" && name != "openCalls")
            properties[name] = schema;
    properties["profile"] = {{"type", "string"}};
    properties["workspace"] = {{"type", "string"}};
    properties["onDisconnect"] = {{"enum", {"continue", "cancel"}}};
    const Json of_workflow = properties_of("BeginWorkflow");
    properties["workflow"] = {{"type", "object"},
        {"properties",
            {{"name", {{"type", "string"}}}, {"params", of_workflow.at("params")},
                {"runId", of_workflow.at("runId")}}},
        {"required", {"name"}}, {"additionalProperties", false}};
    return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

const Json& run_request_schema()
{
    static const Json schema = schema_of_runs();
    return schema;
}

const Json& session_fork_schema()
{
    static const Json schema {{"type", "object"},
        {"properties", {{"name", {{"type", "string"}, {"minLength", 1}, {"maxLength", 64}}}}},
        {"required", Json::array({"name"})}, {"additionalProperties", false}};
    return schema;
}

std::string fork_name_in(const Json& body)
{
    static const json::Schema schema(session_fork_schema(), calls::compiled_by_re2);
    schema.check(body);
    std::string name = body.at("name");
    session::check_session_name(name);
    return name;
}

Json body_in(std::string_view text)
{
    Json body;
    try {
        if (!text::is_utf8(text))
            throw ToolError(Code::bad_request, "it is not UTF-8");
        body = json::parse_bounded(text, json::RepeatedNames::refused);
    } catch (const ToolError& error) {
        throw Refusal(400, "BAD_REQUEST", "the body is not understood: " + error.message,
            "send one JSON object in UTF-8");
    }
    if (!body.is_object())
        throw ToolError(Code::bad_request, "the body is not a JSON object", R"({"prompt":"…"})");
    return body;
}

// Returns the index of a name. `what` is the kind of name in the error.
static std::size_t index_of(
    const std::string& name, const std::vector<std::string>& names, const std::string& what)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw ToolError(Code::bad_request,
            "'" + what + "': there is no " + what + " " + text::in_quotes(name),
            text::did_you_mean(name, names,
                std::string("GET /v1/") + (what == "workflow" ? "workflows" : "profiles")
                    + " lists what there is"));
    return static_cast<std::size_t>(found - names.begin());
}

static std::string with_newline(const std::string& line)
{
    if (line.size() > channel::max_line)
        throw ToolError(Code::too_large, "the line is longer than 16 MiB");
    return line + "\n";
}

std::string line_of(const channel::HostMessage& message)
{
    return with_newline(channel::encode(message));
}

std::string line_of(const channel::BeginWorkflow& begin)
{
    return with_newline(channel::encode(channel::WorkflowMessage(begin)));
}

static channel::Say say_in(const Json& body)
{
    Json say = Json::object();
    if (body.contains("prompt"))
        say["text"] = body.at("prompt");
    for (const char* name : {"content", "context"})
        if (body.contains(name))
            say[name] = body.at(name);
    return channel::decode_fields<channel::Say>(std::move(say));
}

static channel::Begin begin_in(const Json& body)
{
    static constexpr std::array<std::string_view, 6> of_others {
        "prompt", "content", "context", "profile", "workspace", "onDisconnect"};
    Json begin = Json::object();
    for (const auto& [name, value] : body.items())
        if (!text::contains(of_others, name))
            begin[name] = value;
    return channel::decode_fields<channel::Begin>(std::move(begin));
}

// Returns the session that the run will hold; empty: none.
static std::string session_of(const channel::Begin& begin)
{
    for (const auto* name : {&begin.session, &begin.fork})
        if (*name)
            session::check_session_name(**name);
    return begin.fork.value_or(begin.session.value_or(""));
}

static std::vector<std::string> names_of(const std::vector<Profile>& profiles)
{
    std::vector<std::string> names;
    names.reserve(profiles.size());
    for (const auto& profile : profiles)
        names.push_back(profile.name);
    return names;
}

std::size_t profile_named(const std::string& name, const Settings& settings)
{
    return index_of(name, names_of(settings.profiles), "profile");
}

std::size_t workspace_named(const std::string& name, const Settings& settings)
{
    return index_of(name, settings.workspaces, "workspace");
}

static void check_alternatives(const Json& body)
{
    static const json::Schema schema(run_request_schema(), calls::compiled_by_re2);
    schema.check(body);
    int count = 0;
    for (const char* name : {"prompt", "content", "workflow"})
        count += body.contains(name) ? 1 : 0;
    if (count != 1)
        throw ToolError(
            Code::bad_request, "exactly one of 'prompt', 'content', 'workflow' is needed");
    if (!body.contains("workflow"))
        return;
    static constexpr std::array<std::string_view, 6> of_workflows {
        "workflow", "profile", "workspace", "approve", "limits", "onDisconnect"};
    for (const auto& [name, value] : body.items())
        if (!text::contains(of_workflows, name))
            throw ToolError(Code::bad_request,
                text::in_quotes(name) + " and 'workflow' cannot be combined",
                "beside it there can be profile, workspace, approve, limits, onDisconnect");
}

static std::size_t workflow_named(const std::string& name, const Json& offered)
{
    std::vector<std::string> names;
    for (const auto& one : offered)
        names.push_back(one.contains("parameters") ? one.at("name").get<std::string>() : "");
    return index_of(name, names, "workflow");
}

// Checks the parameters so that an error names the field by its path in the body.
static void check_parameters(const Json& params, const Json& schema)
{
    const Json in_workflow {{"properties", {{"params", schema}}}};
    const json::Schema whole({{"properties", {{"workflow", in_workflow}}}}, calls::compiled_by_re2);
    whole.check({{"workflow", {{"params", params}}}});
}

static channel::BeginWorkflow workflow_begin_in(const Json& body)
{
    const Json& wanted = body.at("workflow");
    Json begin {{"params", wanted.value("params", Json::object())}};
    for (const char* name : {"approve", "limits"})
        if (body.contains(name))
            begin[name] = body.at(name);
    if (wanted.contains("runId"))
        begin["runId"] = wanted.at("runId");
    return channel::decode_fields<channel::BeginWorkflow>(std::move(begin));
}

static void take_workflow(RunRequest& request, const Json& body, const Profile& profile)
{
    const Json& offered = profile.workflows.at(request.workspace);
    const std::size_t index = workflow_named(body.at("workflow").at("name"), offered);
    channel::BeginWorkflow begin = workflow_begin_in(body);
    begin.channel = channel::channel_version;
    check_parameters(begin.params.json(), offered.at(index).at("parameters"));
    request.run_id = begin.run_id.value_or("");
    request.workflow = index + 1;
    channel::Bounds bounds = profile.allowed.at(request.workspace);
    channel::narrow(bounds, begin);
    request.begin = line_of(begin);
}

static bool has_tool(const Profile& profile, const std::string& name)
{
    const Json& tools = json::member(profile.tools, "tools");
    return std::any_of(tools.begin(), tools.end(),
        [&](const Json& tool) { return json::string_member(tool, "name") == name; });
}

// Throws BAD_REQUEST for mistakes that the worker would report only as an event of the run. The
// worker still checks names that depend on MCP servers or on narrower lists of tools, and the
// patterns of schemas, since compiling a pattern would block all clients.
static void refuse_unusable(const channel::Begin& begin, const Profile& profile)
{
    if (!profile.has_model && !begin.model)
        throw ToolError(Code::bad_request,
            "the profile " + text::in_quotes(profile.name) + " names no model",
            "the operator sets --model or OAI_MODEL, or names a model in the profile");
    channel::checked_schemas(begin.host_tools, channel::left_uncompiled);
    const bool has_all = begin.only_tools.empty() && !begin.read_only;
    for (const auto& tool : begin.host_tools)
        if (has_all && !text::contains(begin.without_tools, tool.name)
            && has_tool(profile, tool.name))
            throw ToolError(Code::bad_request,
                "'hostTools': the profile has a tool " + text::in_quotes(tool.name) + " already",
                "give it another name");
    if (begin.output_schema.is_null())
        return;
    try {
        const json::Schema schema(begin.output_schema.json(), channel::left_uncompiled);
    } catch (const ToolError& error) {
        throw ToolError(error.code, "'outputSchema': " + error.message, error.hint);
    }
}

static void take_conversation(
    RunRequest& request, channel::Begin begin, const channel::Say& say, const Profile& profile)
{
    refuse_unusable(begin, profile);
    request.session = session_of(begin);
    request.fork_of = begin.fork ? begin.session.value_or("") : "";
    begin.channel = channel::channel_version;
    channel::Bounds bounds = profile.allowed.at(request.workspace);
    channel::narrow(bounds, begin);
    request.begin = line_of(begin);
    request.say = line_of(say);
}

static void require_sound(std::string_view line)
{
    line.remove_suffix(1);
    channel::decode_message<channel::HostMessage>(line);
}

RunRequest run_request_of(const WantedConversation& wanted, const Settings& settings)
{
    RunRequest request;
    request.profile = wanted.profile;
    take_conversation(request, wanted.begin, wanted.say, settings.profiles[wanted.profile]);
    require_sound(request.begin);
    require_sound(request.say);
    return request;
}

RunRequest run_request_in(Json body, const Settings& settings)
{
    check_alternatives(body);
    RunRequest request;
    if (body.contains("profile"))
        request.profile = profile_named(body.at("profile"), settings);
    if (body.contains("workspace"))
        request.workspace = workspace_named(body.at("workspace"), settings);
    request.ends_without_readers = body.value("onDisconnect", "") == "cancel";
    const Profile& profile = settings.profiles[request.profile];
    if (body.contains("workflow"))
        take_workflow(request, body, profile);
    else
        take_conversation(request, begin_in(body), say_in(body), profile);
    request.body = std::move(body);
    return request;
}

}
