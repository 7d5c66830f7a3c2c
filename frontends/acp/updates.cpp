#include "frontends/acp/updates.hpp"

#include "frontends/acp/diffs.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::acp {

static constexpr std::size_t max_title = 200;

// Fields of arguments that name files, and those that tell a person most about a call.
static constexpr std::array path_fields {"path", "from", "to", "file_path", "filePath"};
static constexpr std::array telling_fields {
    "path", "from", "command", "cmd", "pattern", "query", "url", "name"};

static Json text_content(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

Json chunk(const char* kind, const std::string& text)
{
    return {{"sessionUpdate", kind}, {"content", text_content(text)}};
}

// Null if it is no object.
static Json object_in(const std::string& text)
{
    try {
        Json json = json::parse_bounded(text);
        return json.is_object() ? json : Json();
    } catch (const ToolError&) {
        return {};
    }
}

Json text_block(const std::string& text)
{
    return Json {{"type", "content"}, {"content", text_content(text)}};
}

void Updates::learn(const Json& event)
{
    const std::string name = json::string_member(event, "event");
    if (const Json& window = json::member(event, "contextWindow");
        name == "hello" && window.is_number_integer())
        context_window = window;
    if (const Json& known = json::member(event, "effects"); name == "run" && known.is_object())
        effects = known;
}

std::optional<Json> Updates::of(const Json& event) const
{
    const std::string name = json::string_member(event, "event");
    if (name == "text" || name == "reasoning")
        return chunk(name == "text" ? "agent_message_chunk" : "agent_thought_chunk",
            json::string_member(event, "text"));
    if (name == "call")
        return call(json::string_member(event, "id"), json::string_member(event, "tool"),
            json::member(event, "arguments"));
    if (name == "result")
        return result(event);
    if (name == "usage")
        return usage(event);
    return {};
}

// What a tool can do at most.
const char* Updates::kind_of(const std::string& tool) const
{
    const auto found = effects.find(tool);
    const Json& known = found == effects.end() ? Json() : *found;
    if (json::member(known, "programs") == true)
        return "execute";
    if (json::string_member(known, "workspace") == "write")
        return "edit";
    if (json::string_member(known, "network") == "on")
        return "fetch";
    if (json::string_member(known, "workspace") == "read")
        return "read";
    return "other";
}

static bool is_one_word(const Json& word)
{
    const auto* const text = word.get_ptr<const std::string*>();
    return text != nullptr && !text->empty()
        && text->find_first_of(" \t\r\n\"\\") == std::string::npos;
}

static std::string title_of(const std::string& tool, const Json& arguments)
{
    std::string title = tool;
    for (const char* field : telling_fields)
        if (const std::string text = json::string_member(arguments, field); !text.empty()) {
            title += " " + text;
            break;
        }
    if (const std::string target = json::string_member(arguments, "to"); !target.empty())
        title += " to " + target;
    if (const Json& words = json::member(arguments, "args"); words.is_array())
        for (const auto& word : words)
            title += " " + (is_one_word(word) ? word.get<std::string>() : word.dump());
    for (char& byte : title)
        if (byte == '\n' || byte == '\r' || byte == '\t')
            byte = ' ';
    return text::for_decision(text::shortened(title, max_title));
}

static Json locations_in(const Json& arguments, const std::string& workspace)
{
    Json locations = Json::array();
    for (const char* field : path_fields)
        if (const auto path = path_in_workspace(json::string_member(arguments, field), workspace)) {
            Json location {{"path", *path}};
            const Json& line = json::member(arguments, "startLine");
            if (line.is_number_unsigned() && line > 0 && line <= UINT32_MAX)
                location["line"] = line;
            locations.push_back(std::move(location));
        }
    return locations;
}

Json Updates::about(const std::string& tool, const Json& arguments) const
{
    Json fields {
        {"title", title_of(tool, arguments)}, {"kind", kind_of(tool)}, {"rawInput", arguments}};
    if (Json locations = locations_in(arguments, workspace); !locations.empty())
        fields["locations"] = std::move(locations);
    return fields;
}

Json Updates::call(const std::string& id, const std::string& tool, const Json& arguments) const
{
    Json update {{"sessionUpdate", "tool_call"}, {"toolCallId", id}, {"status", "pending"}};
    Json given = arguments.is_string() ? object_in(arguments) : arguments;
    update.update(about(tool, given.is_null() ? arguments : given));
    return update;
}

Json Updates::result(const Json& event) const
{
    const std::string content = json::string_member(event, "content");
    Json update {{"sessionUpdate", "tool_call_update"},
        {"toolCallId", json::string_member(event, "id")},
        {"status", json::string_member(event, "code").empty() ? "completed" : "failed"}};
    const Json answer = object_in(content);
    update["content"] = diffs_in(json::string_member(answer, "diff"), workspace);
    if (update["content"].empty())
        update["content"].push_back(text_block(content));
    else
        update["rawOutput"] = answer;
    return update;
}

Json Updates::asked_call(const Json& ask) const
{
    Json call = about(json::string_member(ask, "tool"), json::member(ask, "arguments"));
    call["toolCallId"] = json::string_member(ask, "call");
    call["status"] = "pending";
    if (json::member(ask, "changed") == true)
        call["title"] = call["title"].get<std::string>() + " (what it does has changed)";
    call["content"] = diffs_in(json::string_member(json::member(ask, "dryRun"), "diff"), workspace);
    return call;
}

std::optional<Json> Updates::usage(const Json& event) const
{
    const Json& used = json::member(json::member(event, "usage"), "total_tokens");
    if (context_window <= 0 || !used.is_number_unsigned())
        return {};
    return Json {{"sessionUpdate", "usage_update"}, {"used", used}, {"size", context_window}};
}

std::optional<std::string> stop_reason(const Json& event)
{
    const std::string reason = json::string_member(event, "exitReason");
    if (reason == "answered")
        return json::string_member(event, "finishReason") == "length" ? "max_tokens" : "end_turn";
    if (reason == "interrupted")
        return "cancelled";
    if (reason == "content-filter")
        return "refusal";
    if (reason == "max-total-tokens")
        return "max_tokens";
    if (reason.starts_with("max-") || reason == "repeated-call")
        return "max_turn_requests";
    return {};
}

}
