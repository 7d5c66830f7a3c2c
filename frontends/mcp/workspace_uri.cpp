#include "frontends/mcp/workspace_uri.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::mcp {

using namespace toolkit;

static constexpr std::string_view workspace_scheme = "workspace:///";
static constexpr std::size_t max_workspace_path = 4096;

bool is_workspace_uri(std::string_view uri) { return uri.starts_with(workspace_scheme); }

std::string workspace_uri(std::string_view path)
{
    constexpr std::string_view others = "-._~!$&'()*+,;=:@/";
    std::string uri(workspace_scheme);
    if (path == ".")
        return uri;
    for (const char byte : path)
        if (text::is_letter_or_digit(byte) || others.find(byte) != std::string_view::npos)
            uri += byte;
        else
            uri += text::percent_encoded(byte);
    return uri;
}

static std::optional<std::string> decoded_uri_path(std::string_view text)
{
    std::string path;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::optional<char> escaped = text::percent_escape(text, at);
        if (text[at] == '%' && (!escaped || *escaped == '/'))
            return std::nullopt;
        path += escaped.value_or(text[at]);
        at += escaped ? 2 : 0;
    }
    return path;
}

// A '/' at the end marks a directory.
static bool has_plain_names(std::string_view path)
{
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view name = path.substr(0, end);
        if (name.empty() || name == "." || name == "..")
            return false;
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return true;
}

std::optional<std::string> path_of_workspace_uri(std::string_view uri)
{
    if (!is_workspace_uri(uri))
        return std::nullopt;
    auto path = decoded_uri_path(uri.substr(workspace_scheme.size()));
    if (!path || path->size() > max_workspace_path || path->find('\0') != std::string::npos
        || !text::is_utf8(*path) || !has_plain_names(*path))
        return std::nullopt;
    if (path->ends_with('/'))
        path->pop_back();
    return path->empty() ? "." : std::move(path);
}

std::string media_type_of(std::string_view path, bool is_binary)
{
    using Row = std::pair<std::string_view, std::string_view>;
    constexpr std::array types {Row {"css", "text/css"}, Row {"csv", "text/csv"},
        Row {"gif", "image/gif"}, Row {"html", "text/html"}, Row {"jpeg", "image/jpeg"},
        Row {"jpg", "image/jpeg"}, Row {"js", "text/javascript"}, Row {"json", "application/json"},
        Row {"md", "text/markdown"}, Row {"pdf", "application/pdf"}, Row {"png", "image/png"},
        Row {"svg", "image/svg+xml"}, Row {"toml", "application/toml"}, Row {"webp", "image/webp"},
        Row {"xml", "application/xml"}, Row {"yaml", "application/yaml"},
        Row {"yml", "application/yaml"}, Row {"zip", "application/zip"}};
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    const std::string suffix
        = dot == std::string_view::npos ? "" : text::in_lower_case(name.substr(dot + 1));
    for (const auto& [known, type] : types)
        if (known == suffix)
            return std::string(type);
    return is_binary ? "application/octet-stream" : "text/plain";
}

}
