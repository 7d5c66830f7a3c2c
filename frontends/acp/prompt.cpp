#include "frontends/acp/prompt.hpp"

#include "agent/calls/client_roots.hpp"
#include "frontends/acp/diffs.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::acp {

using namespace agent;

namespace {

class SayMaker {
public:
    explicit SayMaker(const std::string& workspace)
        : workspace(workspace)
    {
    }

    void add(const Json& block)
    {
        ++count;
        const std::string type = json::string_member(block, "type");
        if (type == "text")
            text += text_in(block, "text");
        else if (type == "resource_link")
            add_link(block);
        else if (type == "resource")
            add_resource(json::member(block, "resource"));
        else if (type == "image")
            add_image(text_in(block, "mimeType"), text_in(block, "data"));
        else
            throw refused(Code::unsupported, "has the type " + text::in_quotes(type),
                "text, resource_link, resource and image can be sent");
    }

    channel::Say say()
    {
        channel::Say say {.context = std::move(context)};
        if (parts.empty()) {
            say.content = channel::SaidText {text.empty() ? "(see the context)" : text};
        } else {
            flush();
            say.content = channel::SaidParts {std::move(parts)};
        }
        return say;
    }

private:
    static constexpr std::size_t max_name = 256; // limit of the channel

    ToolError refused(Code code, const std::string& why, const std::string& hint = {}) const
    {
        return {code, "block " + std::to_string(count) + " of the prompt " + why, hint};
    }

    std::string text_in(const Json& object, const char* name) const
    {
        const Json& value = json::member(object, name);
        if (!value.is_string())
            throw refused(Code::bad_request, std::string("has no text '") + name + "'");
        return value;
    }

    // Returns the path as tools name it, if it is a file of the workspace.
    std::string shown(const std::string& uri) const
    {
        const std::string path = calls::path_of_file_uri(uri);
        const auto inside = path_in_workspace(path, workspace);
        return path.empty()                                   ? uri
            : inside && inside->size() > workspace.size() + 1 ? inside->substr(workspace.size() + 1)
                                                              : path;
    }

    void add_link(const Json& link)
    {
        const std::string target = shown(text_in(link, "uri"));
        const std::string name = text_in(link, "name");
        text += name.empty() || name == target ? target : "[" + name + "](" + target + ")";
    }

    void add_resource(const Json& resource)
    {
        const std::string uri = text_in(resource, "uri");
        const std::string type = json::string_member(resource, "mimeType");
        if (resource.contains("blob")) {
            if (!type.starts_with("image/"))
                throw refused(Code::unsupported, "embeds bytes of " + text::in_quotes(type),
                    "a resource_link names a file, which the tools can read");
            return add_image(type, text_in(resource, "blob"));
        }
        const std::string name = shown(uri);
        text += name;
        context.push_back({.name = text::shortened(name, max_name - 8),
            .type = text::shortened(type.empty() ? "text/plain" : type, max_name - 8),
            .value = channel::ContextText {text_in(resource, "text")}});
    }

    static bool is_base64(const std::string& data)
    {
        const std::size_t size = data.find_last_not_of('=') + 1;
        return size > 0
            && std::all_of(data.begin(), data.begin() + static_cast<long>(size), [](char c) {
                   return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
                       || c == '+' || c == '/';
               });
    }

    void add_image(const std::string& type, const std::string& data)
    {
        const std::string_view kind
            = std::string_view(type).substr(std::min<std::size_t>(6, type.size()));
        const bool is_plain = !kind.empty()
            && std::all_of(kind.begin(), kind.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        if (!type.starts_with("image/") || !is_plain || !is_base64(data))
            throw refused(Code::bad_request, "is not an image in base64",
                R"("mimeType" is image/png or the like, and "data" has no newlines)");
        std::string url = "data:";
        url.append(type).append(";base64,").append(data);
        if (const std::string problem = images.add(text::bytes_in_url(url)); !problem.empty())
            throw refused(Code::too_large, "is an image that cannot be sent: " + problem);
        flush();
        parts.emplace_back(channel::ImagePart {{std::move(url)}});
    }

    void flush()
    {
        if (!text.empty())
            parts.emplace_back(channel::TextPart {std::exchange(text, {})});
    }

    const std::string& workspace;
    std::size_t count = 0;
    std::string text; // text since the last image
    channel::Parts parts;
    text::ImageCount images; // images in the parts
    std::vector<channel::ContextEntry> context;
};

}

channel::Say say_of(const Json& blocks, const std::string& workspace)
{
    SayMaker maker(workspace);
    for (const auto& block : blocks)
        maker.add(block);
    return maker.say();
}

}
