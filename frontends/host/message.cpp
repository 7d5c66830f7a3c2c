#include "frontends/host/message.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

namespace {

struct VerbRow {
    Verb verb;
    std::string name;
    Json (*properties)();
    const char* required;
    std::vector<Client> clients = {Client::host, Client::screen, Client::workflow_host};
};

}

static const char* const parts_schema = R"({"type": "array", "minItems": 1, "items": {"oneOf": [
    {"type": "object", "properties": {"type": {"const": "text"}, "text": {"type": "string"}},
        "required": ["type", "text"], "additionalProperties": false},
    {"type": "object", "properties": {"type": {"const": "image_url"}, "image_url": {"type": "object",
            "properties": {"url": {"type": "string", "pattern": "^data:image/[a-z]+;base64,[A-Za-z0-9+/]+=*$"}},
            "required": ["url"], "additionalProperties": false}},
        "required": ["type", "image_url"], "additionalProperties": false}]}})";

// A system message is none of them: it is the operator's.
static const char* const history_schema = R"({"type": "array", "maxItems": 100000, "items": {
    "oneOf": [
    {"type": "object", "properties": {"role": {"const": "user"}, "content": {"type": "string"}},
        "required": ["role", "content"], "additionalProperties": false},
    {"type": "object", "properties": {"role": {"const": "assistant"},
        "content": {"type": ["string", "null"]},
        "tool_calls": {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"type": "object",
            "properties": {"id": {"type": "string", "minLength": 1, "maxLength": 256},
                "type": {"const": "function"}, "function": {"type": "object",
                    "properties": {"name": {"type": "string"}, "arguments": {"type": "string"}},
                    "required": ["name", "arguments"], "additionalProperties": false}},
            "required": ["id", "type", "function"], "additionalProperties": false}}},
        "required": ["role", "content"], "additionalProperties": false},
    {"type": "object", "properties": {"role": {"const": "tool"},
        "tool_call_id": {"type": "string", "minLength": 1, "maxLength": 256},
        "content": {"type": "string"}},
        "required": ["role", "tool_call_id", "content"], "additionalProperties": false}]}})";

static const char* const begin_properties = R"({
    "channel": {"const": 1},
    "hostTools": {"type": "array", "maxItems": 128, "items": {"type": "object",
        "properties": {
            "name": {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,64}$"},
            "description": {"type": "string", "maxLength": 16384},
            "schema": {"type": "object"},
            "changes": {"type": "boolean"},
            "approve": {"type": "boolean"},
            "timeoutSeconds": {"type": "number", "exclusiveMinimum": 0, "maximum": 3600}},
        "required": ["name", "description", "schema"], "additionalProperties": false}},
    "session": {"type": "string", "minLength": 1},
    "fork": {"type": "string", "minLength": 1},
    "onlyTools": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    "withoutTools": {"type": "array", "items": {"type": "string"}},
    "readOnly": {"type": "boolean"},
    "approve": {"enum": ["never", "changes", "always"]},
    "limits": {"type": "object",
        "properties": {
            "steps": {"type": "integer", "minimum": 1, "maximum": 1000000000},
            "toolCalls": {"type": "integer", "minimum": 0, "maximum": 1000000000},
            "repeats": {"type": "integer", "minimum": 1, "maximum": 1000000000},
            "seconds": {"type": "number", "minimum": 0.001, "maximum": 1000000},
            "tokens": {"type": "integer", "minimum": 1, "maximum": 1000000000000}},
        "additionalProperties": false},
    "outputSchema": {"type": "object"},
    "labels": {"type": "array", "maxItems": 8, "items": {"type": "string"}},
    "model": {"type": "string", "minLength": 1},
    "system": {"type": "string"},
    "instructions": {"type": "string", "minLength": 1},
    "temperature": {"type": "number", "minimum": 0, "maximum": 2}})";

static const char* const workflow_begin_properties = R"({
    "channel": {"const": 1},
    "params": {"type": "object"},
    "runId": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
    "approve": {"enum": ["never", "changes", "always"]},
    "limits": {"type": "object",
        "properties": {"seconds": {"type": "number", "minimum": 0.001, "maximum": 1000000}},
        "additionalProperties": false}})";

static const char* const say_properties = R"({
    "text": {"type": "string", "minLength": 1},
    "context": {"type": "array", "minItems": 1, "items": {"type": "object",
        "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 256},
            "type": {"type": "string", "maxLength": 256}, "text": {"type": "string"}, "json": {},
            "uri": {"type": "string", "maxLength": 4096}, "keep": {"type": "boolean"}},
        "required": ["name", "type"], "oneOf": [{"required": ["text"]}, {"required": ["json"]}],
        "additionalProperties": false}},
    "when": {"enum": ["now", "next"]}})";

// Messages of a user are texts or parts.
static Json properties_of_begin()
{
    Json history = Json::parse(history_schema);
    Json& content = history["items"]["oneOf"][0]["properties"]["content"];
    content = {{"oneOf", {content, Json::parse(parts_schema)}}};
    Json properties = Json::parse(begin_properties);
    properties["history"] = std::move(history);
    return properties;
}

static Json properties_of_say()
{
    Json properties = Json::parse(say_properties);
    properties["content"] = Json::parse(parts_schema);
    return properties;
}

// With what section 12 of a chat makes of the typed part.
static Json say_of_screen()
{
    Json properties = properties_of_say();
    properties["mentions"] = Json::parse(
        R"({"type": "array", "maxItems": 1000, "items": {"type": "string", "maxLength": 4096}})");
    return properties;
}

static const char* const call_properties = R"({
    "id": {"type": "string", "minLength": 1, "maxLength": 128},
    "tool": {"type": "string", "minLength": 1, "maxLength": 128},
    "arguments": {"type": "object"},
    "approve": {"type": "boolean"},
    "labels": {"type": "array", "maxItems": 8, "items": {"type": "string"}}})";

static const char* const answer_properties = R"({
    "id": {"type": "string", "minLength": 1, "maxLength": 128},
    "verdict": {"enum": ["yes", "no", "always"]},
    "reason": {"type": "string", "maxLength": 4096},
    "output": {},
    "error": {"type": "object",
        "properties": {"code": {"type": "string", "pattern": "^[A-Z][A-Z_]{0,63}$"},
            "message": {"type": "string", "maxLength": 4096}},
        "required": ["code", "message"], "additionalProperties": false},
    "value": {}})";

// With arguments, as the operator has edited them.
static Json answer_of_screen()
{
    Json properties = Json::parse(answer_properties);
    properties["arguments"] = {{"type", "object"}};
    return properties;
}

template<const char* const& text>
static Json parsed()
{
    return Json::parse(text);
}

static const char* const nothing = "{}";
static const char* const line_properties = R"({
    "line": {"type": "string", "minLength": 2, "maxLength": 65536},
    "id": {"type": "string", "minLength": 1, "maxLength": 128}})";
static const char* const run_properties
    = R"({"command": {"type": "string", "maxLength": 65536}, "tell": {"type": "boolean"}})";
static const char* const complete_properties = R"({
    "id": {"type": "string", "minLength": 1, "maxLength": 128},
    "kind": {"enum": ["path", "command"]}, "text": {"type": "string", "maxLength": 65536}})";
static const char* const edit_properties = R"({
    "id": {"type": "string", "minLength": 1, "maxLength": 128}, "text": {"type": "string"}})";
static const char* const interrupt_properties
    = R"({"id": {"type": "string", "minLength": 1, "maxLength": 128}})";

Json fields_of(Verb verb)
{
    return verb == Verb::begin ? properties_of_begin()
        : verb == Verb::answer ? Json::parse(answer_properties)
                               : properties_of_say();
}

Json fields_of_workflow_begin() { return Json::parse(workflow_begin_properties); }

static std::vector<VerbRow> all_verbs()
{
    const std::vector<Client> host {Client::host};
    const std::vector<Client> screen {Client::screen};
    return {
        {Verb::begin, "begin", properties_of_begin, "[]", host},
        {Verb::begin, "begin", fields_of_workflow_begin, "[]", {Client::workflow_host}},
        {Verb::say, "say", properties_of_say, "[]", host},
        {Verb::say, "say", say_of_screen, "[]", screen},
        {Verb::call, "call", parsed<call_properties>, R"(["id", "tool", "arguments"])", host},
        {Verb::answer, "answer", parsed<answer_properties>, R"(["id"])",
            {Client::host, Client::workflow_host}},
        {Verb::answer, "answer", answer_of_screen, R"(["id"])", screen},
        {Verb::interrupt, "interrupt", parsed<interrupt_properties>, "[]"},
        {Verb::quit, "quit", parsed<nothing>, "[]"},
        {Verb::take_back, "take-back", parsed<nothing>, "[]", screen},
        {Verb::command, "command", parsed<line_properties>, R"(["line"])", screen},
        {Verb::run, "run", parsed<run_properties>, R"(["command"])", screen},
        {Verb::complete, "complete", parsed<complete_properties>, R"(["id", "kind", "text"])",
            screen},
        {Verb::edit, "edit", parsed<edit_properties>, R"(["id", "text"])", screen},
        {Verb::suspend, "suspend", parsed<nothing>, "[]", screen},
    };
}

static const std::vector<VerbRow>& verbs()
{
    static const std::vector<VerbRow> rows = all_verbs();
    return rows;
}

// Compiled when the first message of its kind arrives: most processes receive few kinds, and some
// patterns take longer to compile than a short run takes.
static const json::Schema& schema_of(const VerbRow& row)
{
    static std::map<const VerbRow*, json::Schema> schemas;
    const auto known = schemas.find(&row);
    if (known != schemas.end())
        return known->second;
    const Json schema {{"type", "object"}, {"properties", row.properties()},
        {"required", Json::parse(row.required)}, {"additionalProperties", false}};
    return schemas.try_emplace(&row, schema, calls::compiled_by_re2).first->second;
}

static bool is_of(Client client, const VerbRow& row) { return text::contains(row.clients, client); }

static ToolError unknown_verb(const std::string& name, Client client)
{
    std::vector<std::string> names;
    std::string all;
    for (const auto& row : verbs())
        if (is_of(client, row)) {
            names.push_back(row.name);
            all += (all.empty() ? "" : ", ") + row.name;
        }
    return {Code::bad_request, "unknown message " + text::in_quotes(name),
        text::did_you_mean(name, names, "the messages are " + all)};
}

static const VerbRow& row_named(const std::string& name, Client client)
{
    const auto row = std::find_if(verbs().begin(), verbs().end(),
        [&](const VerbRow& one) { return one.name == name && is_of(client, one); });
    if (row == verbs().end())
        throw unknown_verb(name, client);
    return *row;
}

static void require_one_of(const Json& fields, const std::vector<std::string>& names)
{
    const auto count = std::count_if(
        names.begin(), names.end(), [&](const std::string& name) { return fields.contains(name); });
    std::string all;
    for (const auto& name : names)
        all += (all.empty() ? "'" : ", '") + name + "'";
    if (count != 1)
        throw ToolError(Code::bad_request, "exactly one of " + all + " is needed");
}

static void check_labels(const Json& fields)
{
    static constexpr std::size_t longest_label = 1024;
    for (const auto& label : fields.value("labels", Json::array()))
        if (label.get_ref<const std::string&>().size() > longest_label)
            throw ToolError(Code::too_large, "a label is longer than 1 KiB");
}

// What a schema can't say.
static void check_whole(Verb verb, const Json& fields)
{
    check_labels(fields);
    if (verb == Verb::say)
        require_one_of(fields, {"text", "content"});
    if (verb == Verb::say && fields.contains("context")
        && fields.at("context").dump(-1, ' ', false, Json::error_handler_t::replace).size()
            > longest_context)
        throw ToolError(Code::too_large, "'context' is larger than 1 MiB",
            "what is larger belongs into a file of the workspace or behind a host tool");
    if (verb != Verb::answer)
        return;
    require_one_of(fields, {"verdict", "output", "error", "value"});
    if (fields.contains("output")
        && fields.at("output").dump(-1, ' ', false, Json::error_handler_t::replace).size()
            > max_host_output)
        throw ToolError(Code::too_large, "'output' is larger than 1 MiB", "answer with less");
}

ToolError line_too_long() { return {Code::too_large, "the line is longer than 16 MiB"}; }

HostMessage parse_host_message(std::string_view line, Client client)
{
    if (line.size() > longest_host_line)
        throw line_too_long();
    if (!text::is_utf8(line))
        throw ToolError(Code::bad_request, "the line is not UTF-8");
    Json fields = json::parse_bounded(line, json::RepeatedNames::refused);
    if (!fields.is_object())
        throw ToolError(
            Code::bad_request, "the line is not a JSON object", R"({"do":"say","text":"…"})");
    const auto name = fields.find("do");
    if (name == fields.end() || !name->is_string())
        throw ToolError(Code::bad_request, "'do' is missing", R"({"do":"say","text":"…"})");
    const std::string verb = *name;
    const VerbRow& row = row_named(verb, client);
    fields.erase("do");
    schema_of(row).check(fields);
    check_whole(row.verb, fields);
    return {row.verb, std::move(fields)};
}

}
