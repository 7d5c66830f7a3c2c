#include "frontends/chat/server_resources.hpp"

#include "agent/model/image.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <set>

namespace frontends::chat {

static constexpr std::size_t max_resource_text = 64 << 10;
static constexpr std::size_t max_resource_texts = 200 << 10;

static Json facts_of(const Json& content, const NameAtServer& resource)
{
    const std::string uri = json::string_member(content, "uri");
    Json facts {{"resource", uri.empty() ? resource.name : uri}, {"server", resource.server}};
    if (const std::string type = json::string_member(content, "mimeType"); !type.empty())
        facts["mimeType"] = type;
    return facts;
}

static std::string text_in_resource(const Json& content)
{
    const Json& text = json::member(content, "text");
    return text.is_string() ? text::visible_part(text.get<std::string>(), 0).text : std::string();
}

static model::SharedImage image_in_resource(const Json& content, text::ImageCount& count)
{
    std::string base64 = json::string_member(content, "blob");
    std::erase_if(base64, [](char letter) { return letter == '\n' || letter == '\r'; });
    const auto bytes = text::base64_decode(base64);
    model::SharedImage image = bytes ? model::image_of_bytes(*bytes) : nullptr;
    if (!image)
        throw ToolError(Code::unsupported, "it is neither text nor an image");
    if (const std::string problem = model::why_not_shown(*image, count); !problem.empty())
        throw ToolError(Code::too_large, problem);
    return image;
}

static std::size_t written_bytes(const Json& facts)
{
    return facts.dump(-1, ' ', false, Json::error_handler_t::replace).size();
}

Attachments attachment_of_resource(
    const Json& result, const NameAtServer& resource, text::ImageCount& count)
{
    constexpr std::size_t max_facts = 8 << 10; // of the URIs, types and hashes of all contents
    const Json& contents = json::member(result, "contents");
    if (!contents.is_array() || contents.empty())
        throw ToolError(Code::io_error, "the server's answer has no contents");
    Attachments attached {Json::array()};
    std::size_t bytes = 0;
    std::size_t fact_bytes = 0;
    for (const Json& content : contents) {
        Json facts = facts_of(content, resource);
        fact_bytes += written_bytes(facts);
        if (fact_bytes > max_facts)
            throw ToolError(Code::too_large, "it has too many parts, or too long URIs and types");
        if (json::member(content, "text").is_string()) {
            facts["content"] = text_in_resource(content);
            bytes += facts["content"].get_ref<const std::string&>().size();
        } else {
            attached.images.push_back(image_in_resource(content, count));
            facts["image"] = model::words_about(*attached.images.back());
            facts["sha256"] = attached.images.back()->sha256;
        }
        attached.contents.push_back(std::move(facts));
    }
    if (bytes > max_resource_text)
        throw ToolError(Code::too_large,
            "it has " + text::size_words(bytes) + " of text, and at most 64 KiB are attached",
            "the model can read it by mcp_read_resource");
    return attached;
}

static Attachments read_resource(
    ChatEngine& talk, const NameAtServer& resource, text::ImageCount& count)
{
    list_of_server(talk, resource.server, agent::mcp::ServerList::resources);
    return attachment_of_resource(
        request_to_server(talk, resource.server, "resources/read", {{"uri", resource.name}}),
        resource, count);
}

static std::size_t text_bytes(const Attachments& attached)
{
    std::size_t bytes = 0;
    for (const Json& content : attached.contents)
        bytes += json::string_member(content, "content").size();
    return bytes;
}

static void note_attached(ChatEngine& talk, const std::string& mention, const Attachments& attached)
{
    std::string words = "resource " + mention;
    if (const std::size_t bytes = text_bytes(attached); bytes > 0)
        words += " · " + text::size_words(bytes);
    for (const auto& image : attached.images)
        words += " · " + model::words_about(*image);
    talk.observer.note(words);
}

Attachments resources_of_servers(ChatEngine& talk, const std::vector<std::string>& mentions)
{
    Attachments all {Json::array()};
    text::ImageCount count;
    std::set<std::string> known;
    for (const auto& mention : mentions) {
        const auto resource = resource_at_server(talk, mention);
        if (!resource || !known.insert(mention).second)
            continue;
        try {
            Attachments one = read_resource(talk, *resource, count);
            if (text_bytes(all) + text_bytes(one) > max_resource_texts)
                throw ToolError(
                    Code::too_large, "the resources of a message have at most 200 KiB of text");
            note_attached(talk, mention, one);
            for (Json& content : one.contents)
                all.contents.push_back(std::move(content));
            all.images.insert(all.images.end(), one.images.begin(), one.images.end());
        } catch (const ToolError& error) {
            if (talk.cancel.is_set())
                throw;
            throw ToolError(error.code,
                "the message is not sent: @" + mention + " can't be attached: " + error.message,
                error.hint);
        }
    }
    return all;
}

std::vector<std::string> mentions_of_files(
    const ChatEngine& talk, const std::vector<std::string>& mentions)
{
    std::vector<std::string> files;
    std::copy_if(mentions.begin(), mentions.end(), std::back_inserter(files),
        [&](const std::string& mention) { return !resource_at_server(talk, mention); });
    return files;
}

}
