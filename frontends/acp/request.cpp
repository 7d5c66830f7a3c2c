#include "frontends/acp/request.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <memory>
#include <string>
#include <vector>

namespace frontends::acp {

using namespace agent;

namespace {

struct MethodRow {
    Method method;
    std::string name;
    std::shared_ptr<const json::Schema> schema;
};

}

// Ignores unknown fields, which a later minor version may define.
static MethodRow method_row(
    Method method, const char* name, const char* properties, const char* required)
{
    return {method, name,
        std::make_shared<const json::Schema>(
            Json {{"type", "object"}, {"properties", Json::parse(properties)},
                {"required", Json::parse(required)}},
            calls::compiled_by_re2)};
}

static const char* const opening_properties = R"({
    "sessionId": {"type": "string", "minLength": 1, "maxLength": 64},
    "cwd": {"type": "string", "pattern": "^/", "maxLength": 4096},
    "additionalDirectories": {"type": "array", "maxItems": 0},
    "mcpServers": {"type": "array", "maxItems": 100, "items": {"type": "object",
        "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 1024}},
        "required": ["name"]}}})";

static std::vector<MethodRow> all_methods()
{
    const char* const session = R"({"sessionId": {"type": "string", "minLength": 1}})";
    return {
        method_row(Method::initialize, "initialize",
            R"({"protocolVersion": {"type": "integer", "minimum": 0},
                "clientCapabilities": {"type": "object"}})",
            R"(["protocolVersion"])"),
        method_row(
            Method::new_session, "session/new", opening_properties, R"(["cwd", "mcpServers"])"),
        method_row(Method::load, "session/load", opening_properties,
            R"(["sessionId", "cwd", "mcpServers"])"),
        method_row(Method::resume, "session/resume", opening_properties, R"(["sessionId", "cwd"])"),
        method_row(Method::list, "session/list",
            R"({"cwd": {"type": ["string", "null"]}, "cursor": {"type": ["string", "null"]}})",
            "[]"),
        method_row(Method::close, "session/close", session, R"(["sessionId"])"),
        method_row(Method::remove, "session/delete", session, R"(["sessionId"])"),
        method_row(Method::set_mode, "session/set_mode",
            R"({"sessionId": {"type": "string"}, "modeId": {"type": "string"}})",
            R"(["sessionId", "modeId"])"),
        method_row(Method::set_option, "session/set_config_option",
            R"({"sessionId": {"type": "string"}, "configId": {"type": "string"}, "value": {"type": "string"}})",
            R"(["sessionId", "configId", "value"])"),
        method_row(Method::prompt, "session/prompt",
            R"({"sessionId": {"type": "string"},
                "prompt": {"type": "array", "minItems": 1, "maxItems": 1000,
                    "items": {"type": "object",
                        "properties": {"type": {"type": "string"}}, "required": ["type"]}}})",
            R"(["sessionId", "prompt"])"),
    };
}

static const MethodRow& row_named(std::string_view name)
{
    static const std::vector<MethodRow> rows = all_methods();
    std::vector<std::string> names;
    names.reserve(rows.size());
    for (const auto& row : rows) {
        if (row.name == name)
            return row;
        names.push_back(row.name);
    }
    throw ToolError(Code::not_found, "there is no method " + text::in_quotes(std::string(name)),
        text::did_you_mean(name, names, "'initialize' says what this agent can do"));
}

Request read_request(std::string_view method, std::string_view line)
{
    const MethodRow& row = row_named(method);
    Json params = field_of(line, "params");
    if (params.is_null())
        params = Json::object();
    row.schema->check(params);
    return {row.method, std::move(params)};
}

Json field_of(std::string_view line, const char* name)
{
    Json message = json::parse_bounded(line, json::RepeatedNames::refused);
    const auto found = message.find(name);
    return found == message.end() ? Json() : std::move(*found);
}

}
