#include "agent/mcp/call_result.hpp"

#include "agent/mcp/content_text.hpp"
#include "agent/mcp/sandbox_hints.hpp"
#include "agent/mcp/server_uris.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

using namespace toolkit;

namespace {

std::string name_of(const ResultContext& context)
{
    return "the MCP server " + text::in_quotes(context.server);
}

std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Returns the text without invisible characters, and a last line that names those left out; cut to
// the limit.
calls::CutText told(std::string whole, const ResultContext& context)
{
    text::Visible visible = text::visible_part(std::move(whole), 0);
    const std::string note = visible.left_out.empty()
        ? ""
        : "[left out, since a reader does not see it: " + text::in_line(visible.left_out) + "]";
    const std::size_t most = context.limits.bytes;
    const std::size_t room = note.empty() ? most : most - std::min(most, note.size() + 1);
    calls::CutText cut = calls::cut_to(room, visible.text, context.files, context.redaction);
    if (!note.empty() && !cut.text.empty() && !cut.text.ends_with('\n'))
        cut.text += '\n';
    cut.text += note;
    return cut;
}

std::vector<std::string> texts_in(const Json& content)
{
    std::vector<std::string> texts;
    for (const Json& block : content)
        if (json::string_member(block, "type") == "text")
            texts.push_back(json::string_member(block, "text"));
    return texts;
}

// True if the text is this string value or its JSON.
bool is_text_of(const std::string& text, const Json& value)
{
    if (value.is_string() && value.get_ref<const std::string&>() == text)
        return true;
    try {
        return json::canonical(json::parse_bounded(text)) == json::canonical(value);
    } catch (const ToolError&) { // not JSON
        return false;
    }
}

// Returns true if structuredContent only wraps the value of the text in an object with one member,
// or lists values that are one text block each, as some servers do.
bool is_wrapped(const std::vector<std::string>& texts, const Json& structured)
{
    if (!structured.is_object() || structured.size() != 1)
        return false;
    const Json& value = structured.front();
    if (texts.size() == 1 && is_text_of(texts.front(), value))
        return true;
    return value.is_array() && value.size() == texts.size()
        && std::equal(texts.begin(), texts.end(), value.begin(), is_text_of);
}

// True if the texts have the same content as structuredContent, or are longer.
bool texts_suffice(const Json& content, const Json& structured)
{
    const std::vector<std::string> texts = texts_in(content);
    std::size_t bytes = 0;
    for (const auto& text : texts)
        bytes += text.size();
    return bytes > 0
        && (is_wrapped(texts, structured)
            || std::any_of(texts.begin(), texts.end(),
                [&](const std::string& text) { return is_text_of(text, structured); })
            || bytes > dump(structured).size());
}

// Throws if the content is not an array. Servers may omit an empty one.
void check_content(const Json& result)
{
    const Json& content = json::member(result, "content");
    if (!result.is_object() || (!content.is_array() && !content.is_null()))
        throw ToolError(Code::internal, "it has no list 'content'");
}

// Returns the members of a result without content that are not part of the protocol's envelope.
Json without_envelope(Json result)
{
    for (const char* name : {"_meta", "isError", "resultType", "content"})
        result.erase(name);
    return result;
}

// Returns the whole result as a text with images. Throws INTERNAL if it is malformed.
ContentText content_of_result(const Json& result, const ResultContext& context)
{
    const Json& content = json::member(result, "content");
    Json structured = json::member(result, "structuredContent");
    check_content(result);
    const bool shows_texts
        = structured.is_null() || (!has_image(structured) && texts_suffice(content, structured));
    ContentText text(context.files);
    for (const Json& block : content)
        if (shows_texts || json::string_member(block, "type") != "text")
            text.add(block);
    if (!shows_texts) {
        text.take_images_out_of(structured);
        text.add_text(dump(structured));
    }
    if (content.is_null() && structured.is_null())
        if (const Json rest = without_envelope(result); !rest.empty())
            text.add_text(dump(rest));
    return text;
}

void check_output(const Json& result, const ServerTool& tool)
{
    const Json& structured = json::member(result, "structuredContent");
    if (!tool.declares_output)
        return;
    if (structured.is_null())
        throw ToolError(
            Code::internal, "it lacks the structuredContent that the tool's outputSchema promises");
    try {
        if (tool.output_schema)
            tool.output_schema->check(structured);
    } catch (const ToolError& error) {
        throw ToolError(Code::internal, "it breaks the tool's outputSchema: " + error.message);
    }
}

std::string code_of_error(const std::string& text, const ResultContext& context)
{
    const bool is_denied = context.is_confined && names_denied_write(text);
    return std::string(system::wire_name(is_denied ? Code::permission_denied : Code::io_error));
}

calls::ToolAnswer failed_at_server(const std::string& whole, const ResultContext& context)
{
    calls::ToolAnswer answer;
    auto [text, is_cut] = told(whole, context);
    answer.truncated = is_cut;
    constexpr std::size_t max_quoted = 300;
    answer.failure = name_of(context) + " reports an error"
        + (text.empty() ? "" : ": " + text::shortened(context.redaction.redact(text), max_quoted));
    answer.code = code_of_error(text, context);
    if (text.empty())
        text = name_of(context) + " reports an error, and does not say which";
    Json error {{"error", std::move(text)}, {"code", answer.code}};
    if (answer.code == system::wire_name(Code::permission_denied) && !context.hint.empty())
        error["hint"] = context.hint;
    answer.content = dump(error);
    return answer;
}

calls::ToolAnswer answered(ContentText said, const ResultContext& context)
{
    auto [text, is_cut] = told(said.take(), context);
    calls::ToolAnswer answer {std::move(text)};
    answer.images = said.take_images();
    answer.truncated = is_cut;
    // Model APIs reject an empty message.
    if (answer.content.empty())
        answer.content = "[no content]";
    return answer;
}

bool is_error(const Json& result)
{
    const Json& mark = json::member(result, "isError");
    if (!mark.is_null() && !mark.is_boolean())
        throw ToolError(Code::internal, "its 'isError' is neither true nor false");
    return mark == true;
}

calls::ToolAnswer unusable(const ToolError& error, const ResultContext& context)
{
    const std::string why = text::visible_part(error.message, 0).text;
    return calls::failed(
        {error.code, name_of(context) + " has sent a result that can't be used: " + why},
        &context.redaction);
}

}

calls::ToolAnswer answer_of(
    const Json& result, const ServerTool& tool, const ResultContext& context)
{
    try {
        if (is_error(result))
            return failed_at_server(content_of_result(result, context).take(), context);
        check_output(result, tool);
        return answered(content_of_result(result, context), context);
    } catch (const ToolError& error) {
        return unusable(error, context);
    }
}

calls::ToolAnswer answer_of_resource(const Json& result, const ResultContext& context)
{
    try {
        const Json& contents = json::member(result, "contents");
        if (!contents.is_array())
            throw ToolError(Code::internal, "it has no list 'contents'");
        ContentText text(context.files);
        const Json& first = contents.empty() ? contents : contents.front();
        const bool is_one_text = contents.size() == 1 && json::member(first, "text").is_string();
        if (is_one_text) // the model named its URI in the call
            text.add_text(json::string_member(first, "text"));
        else
            for (const Json& resource : contents)
                text.add_resource(resource);
        return answered(std::move(text), context);
    } catch (const ToolError& error) {
        return unusable(error, context);
    }
}

// The protocol reserves each prefix with a label `modelcontextprotocol` or `mcp`. Its versions
// differ in the position of the label.
static bool is_reserved(const std::string& key)
{
    const std::size_t end = key.find('/');
    if (end == std::string::npos)
        return false;
    const std::string prefix = "." + text::in_lower_case(key.substr(0, end)) + ".";
    return prefix == ".agentcli." || prefix.find(".modelcontextprotocol.") != std::string::npos
        || prefix.find(".mcp.") != std::string::npos;
}

Json without_reserved(Json result)
{
    if (!result.is_object())
        return result;
    for (const char* name : {"resultType", "inputRequests", "requestState", "task"})
        result.erase(name);
    Json meta = Json::object();
    const Json& its_meta = json::member(result, "_meta");
    for (const auto& [key, value] : its_meta.items())
        if (its_meta.is_object() && !is_reserved(key))
            meta[key] = value;
    result.erase("_meta");
    if (!meta.empty())
        result["_meta"] = std::move(meta);
    return result;
}

// Returns the result for clients of the gateway. Throws if it is malformed.
static Json passed_result(const Json& result, const std::string& server)
{
    const Json& content = json::member(result, "content");
    check_content(result);
    for (const Json& block : content)
        if (json::string_member(block, "type").empty())
            throw ToolError(Code::internal, "a block of its 'content' has no type");
    Json passed = without_reserved(result);
    if (content.is_null())
        passed["content"] = Json::array();
    for (Json& block : passed["content"])
        prefix_uri_of_block(block, server);
    return passed;
}

static calls::ToolAnswer passed(Json result)
{
    calls::ToolAnswer answer {dump(result)};
    answer.passed = std::move(result);
    return answer;
}

// Returns the first text of a failed result, for the audit.
static std::string first_text_in(const Json& result)
{
    for (const Json& block : json::member(result, "content"))
        if (std::string text = json::string_member(block, "text"); !text.empty())
            return text;
    return {};
}

// True if the result is within the limits. Text, and blocks shown as text, are counted, unless the
// same content is in structuredContent.
static bool is_within(const calls::AnswerLimits& limits, const Json& result)
{
    std::size_t bytes = 0;
    for (const Json& block : json::member(result, "content")) {
        const std::string type = json::string_member(block, "type");
        if (type != "image" && type != "audio")
            bytes += dump(block).size();
        else if (json::string_member(block, "data").size() > limits.image_bytes)
            return false;
    }
    const Json& structured = json::member(result, "structuredContent");
    return bytes <= limits.bytes
        && (structured.is_null() || dump(structured).size() <= limits.bytes);
}

calls::ToolAnswer passed_answer(
    const Json& result, const ServerTool& tool, const ResultContext& context)
{
    try {
        constexpr std::size_t max_quoted = 300;
        const bool has_failed = is_error(result);
        if (!has_failed)
            check_output(result, tool);
        calls::ToolAnswer answer = passed(passed_result(result, context.server));
        if (!is_within(context.limits, answer.passed))
            return answer_of(result, tool, context);
        if (!has_failed)
            return answer;
        const std::string text = first_text_in(answer.passed);
        answer.failure = name_of(context) + " reports an error"
            + (text.empty() ? ""
                            : ": " + text::shortened(context.redaction.redact(text), max_quoted));
        answer.code = code_of_error(text, context);
        return answer;
    } catch (const ToolError& error) {
        return unusable(error, context);
    }
}

calls::ToolAnswer passed_answer_of_resource(const Json& result, const ResultContext& context)
{
    const Json& contents = json::member(result, "contents");
    if (!contents.is_array())
        return unusable({Code::internal, "it has no list 'contents'"}, context);
    Json blocks = Json::array();
    for (const Json& resource : contents) {
        blocks.push_back({{"type", "resource"}, {"resource", resource}});
        prefix_uri_of_block(blocks.back(), context.server);
    }
    calls::ToolAnswer answer = passed({{"content", std::move(blocks)}});
    return is_within(context.limits, answer.passed) ? answer : answer_of_resource(result, context);
}

}
