#include "runner/server/run_request.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/session/session.hpp"
#include "runner/host/begin.hpp"
#include "runner/host/message.hpp"
#include "runner/server/refusal.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace runner::server {

using namespace agent;

static Json schema_of_runs()
{
    const Json of_say = host::fields_of(host::Verb::say);
    Json properties {{"prompt", of_say.at("text")}, {"content", of_say.at("content")},
        {"context", of_say.at("context")}};
    const Json of_begin = host::fields_of(host::Verb::begin);
    for (const auto& [name, schema] : of_begin.items())
        if (name != "channel")
            properties[name] = schema;
    properties["profile"] = {{"type", "string"}};
    properties["workspace"] = {{"type", "string"}};
    properties["onDisconnect"] = {{"enum", {"continue", "cancel"}}};
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

static std::size_t index_of(
    const std::string& name, const std::vector<std::string>& names, const std::string& what)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw ToolError(Code::bad_request,
            "'" + what + "': there is no " + what + " " + text::in_quotes(name),
            text::did_you_mean(name, names, "GET /v1/profiles lists what there is"));
    return static_cast<std::size_t>(found - names.begin());
}

// A line that the channel takes; its checks are those of a host.
static std::string line_of(const Json& fields)
{
    const std::string line = fields.dump(-1, ' ', false, Json::error_handler_t::replace);
    host::parse_host_message(line);
    return line + "\n";
}

static std::string say_line_of(const Json& body)
{
    if (body.contains("prompt") == body.contains("content"))
        throw ToolError(Code::bad_request, "exactly one of 'prompt', 'content' is needed");
    Json say {{"do", "say"}};
    if (body.contains("prompt"))
        say["text"] = body.at("prompt");
    for (const char* name : {"content", "context"})
        if (body.contains(name))
            say[name] = body.at(name);
    return line_of(say);
}

static Json begin_of(const Json& body)
{
    Json begin = Json::object();
    const Json fields = host::fields_of(host::Verb::begin);
    for (const auto& [name, schema] : fields.items())
        if (body.contains(name))
            begin[name] = body.at(name);
    return begin;
}

static std::string session_in(const Json& body)
{
    for (const char* name : {"session", "fork"})
        if (body.contains(name))
            session::check_session_name(body.at(name));
    return body.value("fork", body.value("session", ""));
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

RunRequest run_request_in(Json body, const Settings& settings)
{
    static const json::Schema schema(run_request_schema(), calls::compiled_by_re2);
    schema.check(body);
    RunRequest request;
    if (body.contains("profile"))
        request.profile = profile_named(body.at("profile"), settings);
    if (body.contains("workspace"))
        request.workspace = index_of(body.at("workspace"), settings.workspaces, "workspace");
    request.session = session_in(body);
    request.ends_without_readers = body.value("onDisconnect", "") == "cancel";
    request.say = say_line_of(body);
    Json begin = begin_of(body);
    const Profile& profile = settings.profiles[request.profile];
    host::narrowed_by(begin, profile.allowed.at(request.workspace), profile.may);
    begin["do"] = "begin";
    begin["channel"] = 1;
    request.begin = line_of(begin);
    request.body = std::move(body);
    return request;
}

}
