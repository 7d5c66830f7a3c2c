#include "agent/mcp/content_text.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::mcp {

namespace {

constexpr std::size_t max_files = 32; // per result
constexpr std::size_t max_shown = 2 << 10; // of a URI or a description

// Returns text of the server as one line that cannot end the brackets around it.
std::string in_line(const std::string& words)
{
    std::string line = text::without_hidden(words);
    std::replace(line.begin(), line.end(), '\n', ' ');
    return text::shortened(line, max_shown);
}

// Returns the media type, "image/png", detected from the bytes or declared by the server.
std::string media_type_of(const Json& holder, std::string_view bytes)
{
    if (const std::string_view type = text::image_type(bytes); !type.empty())
        return std::string(type);
    constexpr std::size_t max_type = 100;
    const std::string type = json::string_member(holder, "mimeType");
    const bool is_type = !type.empty() && type.size() <= max_type
        && text::name_length(type, "/+.-") == type.size();
    return is_type ? type : "application/octet-stream";
}

std::string ending_of(const std::string& type)
{
    using Row = std::pair<std::string_view, const char*>;
    static constexpr std::array rows {Row {"image/png", "png"}, Row {"image/jpeg", "jpg"},
        Row {"image/gif", "gif"}, Row {"image/webp", "webp"}, Row {"image/svg+xml", "svg"},
        Row {"audio/wav", "wav"}, Row {"audio/x-wav", "wav"}, Row {"audio/mpeg", "mp3"},
        Row {"audio/ogg", "ogg"}, Row {"application/pdf", "pdf"}, Row {"application/json", "json"},
        Row {"application/zip", "zip"}, Row {"text/plain", "txt"}};
    const auto* const found
        = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.first == type; });
    return found == rows.end() ? "bin" : found->second;
}

// Removes newlines, which some servers add to base64.
std::string without_newlines(std::string text)
{
    std::erase_if(text, [](char letter) { return letter == '\n' || letter == '\r'; });
    return text;
}

ToolError unusable_block(const std::string& why) { return {Code::internal, why}; }

}

void ContentText::add_text(std::string_view more)
{
    if (!text.empty() && !text.ends_with('\n'))
        text += '\n';
    text += more;
}

void ContentText::add(const Json& block)
{
    const std::string type = json::string_member(block, "type");
    if (type == "text") {
        const Json& words = json::member(block, "text");
        if (!words.is_string())
            throw unusable_block("a content block of the type 'text' has no text");
        add_text(words.get_ref<const std::string&>());
    } else if (type == "image" || type == "audio") {
        add_bytes(block, "data", type);
    } else if (type == "resource") {
        add_resource(json::member(block, "resource"));
    } else if (type == "resource_link") {
        add_link(block);
    } else {
        throw unusable_block(type.empty()
                ? "a content block has no type"
                : "a content block has the unknown type " + text::in_quotes(in_line(type)));
    }
}

// Keeps an image for the model. Returns the part of the description other than type and size.
std::string ContentText::told_image(std::string_view bytes)
{
    model::SharedImage image = model::image_of_bytes(bytes);
    if (!image)
        return {};
    std::string told = ", " + std::to_string(image->size.width) + "x"
        + std::to_string(image->size.height) + ", sha256 " + image->sha256;
    if (const std::string problem = model::why_not_shown(*image, shown); !problem.empty())
        return told + ", not shown: " + problem;
    images.push_back(std::move(image));
    return told;
}

void ContentText::add_bytes(const Json& holder, const char* field, const std::string& what)
{
    const Json& data = json::member(holder, field);
    const auto bytes = data.is_string()
        ? text::base64_decode(without_newlines(data.get<std::string>()))
        : std::nullopt;
    if (!bytes)
        throw unusable_block("the " + std::string(field) + " of a content block is not base64");
    const std::string type = media_type_of(holder, *bytes);
    add_text("[" + what + ", " + type + ", " + std::to_string(bytes->size()) + " bytes"
        + told_image(*bytes) + told_file(*bytes, type) + "]");
}

// Saves the bytes as a file. Returns the part of the description that has its path.
std::string ContentText::told_file(const std::string& bytes, const std::string& type)
{
    if (++file_count > max_files)
        return ", not kept: a result has at most " + std::to_string(max_files) + " files";
    const calls::ResultFiles::Kept file = files.keep(bytes, ending_of(type));
    return file.path.empty() ? ", not kept: " + file.problem : ": " + file.path;
}

bool ContentText::shows(std::string_view bytes) const
{
    const std::string hash = system::sha256(bytes);
    return std::any_of(images.begin(), images.end(),
        [&](const model::SharedImage& image) { return image->sha256 == hash; });
}

void ContentText::take_images_out_of(Json& json)
{
    if (json.is_structured())
        for (auto& element : json)
            take_images_out_of(element);
    const auto bytes = json.is_string() ? image_in_text(json.get<std::string>()) : std::nullopt;
    if (!bytes)
        return;
    const std::string type(text::image_type(*bytes));
    json = "[image, " + type + ", " + std::to_string(bytes->size()) + " bytes"
        + (shows(*bytes) ? ", as above" : told_image(*bytes) + told_file(*bytes, type)) + "]";
}

std::optional<std::string> image_in_text(const std::string& text)
{
    constexpr std::size_t min_size = 16; // enough for the header of an image
    constexpr std::string_view mark = ";base64,";
    std::string_view base64 = text;
    if (base64.starts_with("data:image/"))
        base64.remove_prefix(
            std::min(base64.find(mark), base64.size() - mark.size()) + mark.size());
    const bool may_be_image = base64.size() >= min_size
        && !text::image_type(text::base64_decode(base64.substr(0, min_size)).value_or("")).empty();
    return may_be_image ? text::base64_decode(without_newlines(std::string(base64))) : std::nullopt;
}

bool has_image(const Json& json)
{
    if (json.is_string())
        return image_in_text(json.get_ref<const std::string&>()).has_value();
    return json.is_structured()
        && std::any_of(json.begin(), json.end(), [](const Json& one) { return has_image(one); });
}

void ContentText::add_resource(const Json& resource)
{
    const std::string uri = json::string_member(resource, "uri");
    if (uri.empty())
        throw unusable_block("a resource in it has no URI");
    if (json::member(resource, "blob").is_string()) {
        add_bytes(resource, "blob", "resource " + in_line(uri));
        return;
    }
    const Json& words = json::member(resource, "text");
    if (!words.is_string())
        throw unusable_block("a resource in it has neither text nor blob");
    add_text("[resource " + in_line(uri) + "]");
    add_text(words.get_ref<const std::string&>());
}

void ContentText::add_link(const Json& link)
{
    const std::string uri = json::string_member(link, "uri");
    if (uri.empty())
        throw unusable_block("a link in it has no URI");
    std::string line = "[link " + in_line(uri);
    for (const char* field : {"name", "mimeType", "description"})
        if (const std::string words = json::string_member(link, field); !words.empty())
            line += ", " + in_line(words);
    add_text(line + "]");
}

void ShownRows::add(const std::string& indent, std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        add_line(indent, text.substr(begin, end - begin));
        begin = end + 1;
    }
}

void ShownRows::add_line(const std::string& indent, std::string_view line)
{
    const std::string continued = indent + "… ";
    const auto room_after = [&](const std::string& before) {
        return columns - std::min(columns, text::width_of(before));
    };
    const std::string* before = &indent;
    for (const auto& piece :
        text::decision_pieces(line, room_after(indent), room_after(continued))) {
        rows.push_back(*before + piece);
        before = &continued;
    }
}

// Returns the text of a content block of a prompt, that of an embedded resource after its URI;
// nullopt for any other content.
static std::optional<std::string> text_of_prompt_content(const Json& content)
{
    const bool is_resource = json::member(content, "type") == "resource";
    const Json& holder = is_resource ? json::member(content, "resource") : content;
    const Json& words = json::member(holder, "text");
    if (!words.is_string() || (!is_resource && json::member(content, "type") != "text"))
        return std::nullopt;
    const std::string uri = is_resource ? in_line(json::string_member(holder, "uri")) : "";
    return (is_resource ? "[resource " + uri + "]\n" : "") + words.get<std::string>();
}

Json messages_of_prompt(const Json& result)
{
    const Json& list = json::member(result, "messages");
    if (!list.is_array())
        throw ToolError(Code::bad_request, "the server's prompt has no list of messages");
    Json messages = Json::array();
    for (const Json& message : list) {
        const std::string role = json::string_member(message, "role");
        const Json& content = json::member(message, "content");
        if (role != "user" && role != "assistant")
            throw ToolError(Code::bad_request,
                "a message of the server's prompt is neither the user's nor the assistant's");
        auto words = text_of_prompt_content(content);
        if (!words)
            throw ToolError(
                Code::unsupported, "a message of the server's prompt is not plain text");
        messages.push_back(
            {{"role", role}, {"content", text::visible_part(*std::move(words), 0).text}});
    }
    return messages;
}

}
