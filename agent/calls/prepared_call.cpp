#include "agent/calls/prepared_call.hpp"

#include "agent/calls/foreign_names.hpp"
#include "agent/calls/repair.hpp"
#include "agent/model/call_normaliser.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::calls {

using namespace toolkit;

static Json parsed_arguments(const std::string& arguments)
{
    try {
        return json::parse_request(arguments);
    } catch (const ToolError& error) {
        throw ToolError(error.code, error.message,
            error.hint.empty() ? "arguments are one JSON object" : error.hint);
    }
}

static void rename(Json& arguments, const std::string& from, const std::string& to)
{
    const auto given = arguments.find(from);
    if (given == arguments.end())
        return;
    if (arguments.contains(to))
        throw ToolError(Code::bad_request,
            text::in_quotes(from) + " and " + text::in_quotes(to) + " are two names for one field",
            "send only one of them");
    Json value = std::move(*given);
    arguments.erase(from);
    arguments.emplace(to, std::move(value));
}

// Returns true for aliases such as `pathBase64` for `path` (docs/contract.md). Their values are
// encoded, and only the tool decodes them.
static bool is_encoded(const std::string& alias, const std::string& name)
{
    return alias == name + "Base64";
}

static Arguments written_anew(Json arguments)
{
    std::string written = arguments.dump();
    return {std::move(arguments), std::move(written)};
}

// Parses and checks arguments, and replaces aliases by the schema's names. Throws BAD_REQUEST if
// they are not one JSON object (an empty text means {}), have a field twice, or do not fit the
// schema.
static Arguments checked_arguments(const OfferedTool& tool, const std::string& text)
{
    Json arguments = parsed_arguments(text);
    std::vector<std::pair<std::string, std::string>> encoded;
    for (const auto& [alias, name] : tool.aliases) {
        if (is_encoded(alias, name) && arguments.contains(alias))
            encoded.emplace_back(alias, name);
        rename(arguments, alias, name);
    }
    if (tool.checked_schema)
        tool.checked_schema->check(arguments);
    for (const auto& [alias, name] : encoded)
        rename(arguments, name, alias);
    return written_anew(std::move(arguments));
}

void require_schema(const OfferedTool& tool, const std::string& arguments)
{
    checked_arguments(tool, arguments);
}

bool fits_schema(const OfferedTool& tool, const std::string& arguments)
try {
    require_schema(tool, arguments);
    return true;
} catch (const ToolError&) {
    return false;
}

// Parses arguments for a tool that checks them itself. Throws BAD_REQUEST if they are not one JSON
// object, or have a field twice.
static Arguments unchecked_arguments(const OfferedTool& /*tool*/, const std::string& text)
{
    return written_anew(parsed_arguments(text));
}

static ToolError explained(const ToolError& error, const model::ToolCall& call)
{
    static const std::string cut_off
        = "your message was cut off at its limit of tokens: say less at once";
    return {Code::bad_request,
        "the arguments of '" + call.name + "' can't be used: " + error.message,
        call.is_cut_off ? cut_off : error.hint};
}

// Returns the arguments in the first of the texts that `read` accepts, and adds its repair to
// `repairs`. Returns nullopt if it accepts none.
static std::optional<Arguments> first_usable(const OfferedTool& tool,
    const std::vector<RepairedArguments>& texts,
    Arguments (*read)(const OfferedTool& tool, const std::string& text),
    std::vector<std::string>& repairs)
{
    for (const auto& [text, what] : texts) {
        try {
            Arguments arguments = read(tool, text);
            if (!what.empty())
                repairs.push_back("arguments " + what);
            return arguments;
        } catch (const ToolError&) { // try the next text
        }
    }
    return {};
}

// Returns the arguments as the tool receives them, and adds repairs of them to `repairs`. Throws
// BAD_REQUEST if they cannot be used.
static Arguments usable_arguments(
    const OfferedTool& tool, const model::ToolCall& call, std::vector<std::string>& repairs)
{
    if (call.arguments.size() > model::max_arguments)
        throw explained(
            {Code::too_large,
                "they have " + std::to_string(call.arguments.size()) + " bytes, and the limit is "
                    + std::to_string(model::max_arguments),
                "send less at once: a large file in pieces"},
            call);
    try {
        return checked_arguments(tool, call.arguments);
    } catch (const ToolError& error) { // if no repair helps, this is the most useful error
        const Ending ending = call.may_be_cut_off ? Ending::cut_off : Ending::whole;
        const auto repaired = repaired_arguments(call.arguments, ending, tool.name);
        if (auto arguments = first_usable(tool, repaired, checked_arguments, repairs))
            return *std::move(arguments);
        if (tool.checks_arguments) {
            const std::vector<RepairedArguments> original {{call.arguments, ""}};
            if (auto arguments = first_usable(tool, original, unchecked_arguments, repairs))
                return *std::move(arguments);
            if (auto arguments = first_usable(tool, repaired, unchecked_arguments, repairs))
                return *std::move(arguments);
        }
        throw explained(error, call);
    }
}

static std::vector<std::string> names_in(const std::vector<ToolSource*>& sources)
{
    std::vector<std::string> names;
    for (const ToolSource* source : sources)
        for (const OfferedTool* tool : source->tools())
            names.push_back(tool->name);
    return names;
}

static std::vector<std::string> names_with_unlisted(const std::vector<ToolSource*>& sources)
{
    std::vector<std::string> names = names_in(sources);
    for (const ToolSource* source : sources)
        for (const OfferedTool* tool : source->unlisted())
            names.push_back(tool->name);
    return names;
}

static FoundTool tool_named(const std::string& name, const std::vector<ToolSource*>& sources)
{
    for (ToolSource* source : sources)
        for (const OfferedTool* tool : source->tools())
            if (tool->name == name)
                return {source, tool};
    for (ToolSource* source : sources)
        for (const OfferedTool* tool : source->unlisted())
            if (tool->name == name)
                return {source, tool, {}, true};
    return {};
}

FoundTool found_tool(const std::string& name, const std::vector<ToolSource*>& sources)
{
    FoundTool found = tool_named(name, sources);
    if (found.tool != nullptr)
        return found;
    const auto meant = repaired_name(name, names_with_unlisted(sources));
    if (!meant)
        return {};
    found = tool_named(*meant, sources);
    found.repair = "name " + text::in_quotes(name) + " taken for '" + *meant + "'";
    return found;
}

static ToolError unknown_tool(const std::string& name, const std::vector<ToolSource*>& sources)
{
    const std::vector<std::string> names = names_in(sources);
    std::string all;
    for (const auto& one : names)
        all += (all.empty() ? "" : ", ") + one;
    if (name.empty())
        return {Code::bad_request, "the call names no tool",
            all.empty() ? "there are no tools: answer without" : "the tools are " + all};
    if (const auto tool = tool_for_foreign_name(name, names))
        return {Code::not_found, "unknown tool " + text::in_quotes(name),
            "did you mean '" + *tool + "'?"};
    return {Code::not_found, "unknown tool " + text::in_quotes(name),
        text::did_you_mean(name, names_with_unlisted(sources),
            all.empty() ? "there are no tools: answer without" : "the tools are " + all)};
}

// Adds the schema to the hint: the model knows it only if it has searched for the tool.
static void add_schema(ToolError& error, const OfferedTool& tool)
{
    constexpr std::size_t longest = 4'000;
    const std::string schema = tool.schema.dump(-1, ' ', false, Json::error_handler_t::replace);
    error.hint += (error.hint.empty() ? "" : "; ")
        + (schema.size() > longest ? "mcp_find_tools describes its arguments"
                                   : "its inputSchema is " + schema);
}

// Prepares the call that the arguments of `outer` describe.
static PreparedCall call_of_another(
    const PreparedCall& outer, const std::vector<ToolSource*>& sources)
{
    model::ToolCall inner = outer.call;
    inner.name = json::string_member(outer.arguments.json, "tool");
    const Json& arguments = json::member(outer.arguments.json, "arguments");
    inner.arguments = arguments.is_null() ? "{}" : arguments.dump();
    const OfferedTool* const tool = found_tool(inner.name, sources).tool;
    if (tool != nullptr && tool->calls_another) {
        PreparedCall refused = outer;
        refused.obstacle = ToolError(Code::bad_request,
            text::in_quotes(outer.name()) + " can't call itself", "name another tool");
        return refused;
    }
    PreparedCall prepared = prepared_call(inner, sources);
    prepared.repairs.insert(prepared.repairs.begin(), outer.repairs.begin(), outer.repairs.end());
    prepared.via = outer.tool->name;
    return prepared;
}

PreparedCall prepared_call(const model::ToolCall& call, const std::vector<ToolSource*>& sources)
{
    PreparedCall prepared {.call = call};
    if (call.was_text)
        prepared.repairs.emplace_back("call taken from the text of the message");
    FoundTool found = found_tool(call.name, sources);
    if (found.tool == nullptr) {
        prepared.obstacle = unknown_tool(call.name, sources);
        return prepared;
    }
    prepared.source = found.source;
    prepared.tool = found.tool;
    if (!found.repair.empty())
        prepared.repairs.push_back(std::move(found.repair));
    try {
        prepared.arguments = usable_arguments(*prepared.tool, call, prepared.repairs);
        prepared.arguments.call = call.id;
    } catch (const ToolError& error) {
        prepared.obstacle = error;
    }
    if (found.is_unlisted && prepared.obstacle)
        add_schema(*prepared.obstacle, *prepared.tool);
    if (prepared.tool->calls_another && !prepared.obstacle)
        return call_of_another(prepared, sources);
    return prepared;
}

bool PreparedCall::is_live() const
{
    return tool != nullptr && json::member(tool->effects, "live") == true;
}

void PreparedCall::take_edited(const Arguments& edited)
{
    auto hears = std::move(arguments.hears_errors);
    arguments = edited;
    arguments.hears_errors = std::move(hears);
}

}
