#include "frontends/mcp/passed_context.hpp"

#include "agent/mcp/call_result.hpp"
#include "agent/mcp/server_uris.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <cstddef>

namespace frontends::mcp {

using namespace agent;

namespace {

constexpr std::size_t max_passed_items = 1'000;

[[noreturn]] void refuse_result(const std::string& why) { throw ToolError(Code::internal, why); }

// Counts bytes of one result up to its limits.
class ResultSize {
public:
    explicit ResultSize(std::size_t max_text)
        : max_text(max_text)
    {
    }

    void add_text(std::size_t bytes)
    {
        if ((text += bytes) > max_text)
            refuse_result("it has more than " + std::to_string(max_text >> 10) + " KiB of text");
    }

    void add_data(std::size_t bytes)
    {
        if ((data += bytes) > text::max_images_bytes)
            refuse_result("it has more than " + std::to_string(text::max_images_bytes / 1'000'000)
                + " MB of data");
    }

private:
    std::size_t max_text;
    std::size_t text = 0;
    std::size_t data = 0; // in base64
};

// Adds the members of an object, except for the one that is counted separately.
void add_value(ResultSize& size, const Json& value, const Json* counted = nullptr)
{
    for (const auto& [key, member] : value.items())
        if ((key == "data" || key == "blob") && member.is_string())
            size.add_data(member.get_ref<const std::string&>().size());
        else if (&member != counted)
            size.add_text(
                key.size() + member.dump(-1, ' ', false, Json::error_handler_t::replace).size());
}

const Json& list_in(const Json& result, const char* name)
{
    const Json& list = json::member(result, name);
    if (!list.is_array())
        refuse_result("it has no list " + text::in_quotes(name));
    if (list.size() > max_passed_items)
        refuse_result("it has more than 1000 " + std::string(name));
    return list;
}

void check_message(const Json& message, ResultSize& size)
{
    const std::string role = json::string_member(message, "role");
    if (role != "user" && role != "assistant")
        refuse_result("a message is neither the user's nor the assistant's");
    const Json& content = json::member(message, "content");
    if (json::string_member(content, "type").empty())
        refuse_result("the content of a message has no type");
    const Json& resource = json::member(content, "resource");
    add_value(size, content, resource.is_object() ? &resource : nullptr);
    if (resource.is_object())
        add_value(size, resource);
}

}

Json passed_prompt(const Json& result, const std::string& server)
{
    ResultSize size(64 << 10);
    Json messages = Json::array();
    for (const Json& message : list_in(result, "messages")) {
        check_message(message, size);
        messages.push_back({{"role", message["role"]}, {"content", message["content"]}});
        agent::mcp::prefix_uri_of_block(messages.back()["content"], server);
    }
    Json passed {{"messages", std::move(messages)}};
    if (const std::string words = json::string_member(result, "description"); !words.empty()) {
        size.add_text(words.size());
        passed["description"] = words;
    }
    return passed;
}

Json passed_contents(const Json& result, const std::string& server)
{
    ResultSize size(1 << 20);
    Json contents = Json::array();
    for (const Json& resource : list_in(result, "contents")) {
        if (!json::member(resource, "uri").is_string()
            || json::member(resource, "text").is_string()
                == json::member(resource, "blob").is_string())
            refuse_result("a content has no URI, or not one of text and blob");
        add_value(size, resource);
        contents.push_back(passed_entry(resource, "uri", server));
    }
    return {{"contents", std::move(contents)}};
}

Json passed_completion(const Json& result)
{
    constexpr std::size_t max_values = 100;
    constexpr std::size_t max_bytes = 64 << 10;
    const Json& completion = json::member(result, "completion");
    const Json& list = json::member(completion, "values");
    if (!list.is_array())
        refuse_result("it has no list 'values'");
    Json values = Json::array();
    std::size_t bytes = 0;
    for (const Json& value : list) {
        bytes += value.is_string() ? value.get_ref<const std::string&>().size() : 0;
        if (values.size() == max_values || bytes > max_bytes)
            break;
        if (value.is_string())
            values.push_back(value);
    }
    Json passed {
        {"hasMore", values.size() < list.size() || json::member(completion, "hasMore") == true}};
    if (const Json& total = json::member(completion, "total"); total.is_number_unsigned())
        passed["total"] = total;
    passed["values"] = std::move(values);
    return {{"completion", std::move(passed)}};
}

Json passed_entry(const Json& entry, const char* key, const std::string& server)
{
    Json passed = agent::mcp::without_reserved(entry);
    if (key != nullptr)
        agent::mcp::prefix_uri(passed, key, server);
    for (const char* const field : {"title", "description"})
        if (const Json& words = json::member(passed, field); words.is_string())
            passed[field] = text::without_hidden(words.get<std::string>());
    return passed;
}

}
