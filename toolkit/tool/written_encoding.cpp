#include "toolkit/tool/written_encoding.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/windows_1252.hpp"

namespace toolkit::tool {

void translate_written_encoding(Json& request, const Json& /*maximums*/)
{
    const auto found = request.find("encoding");
    if (found == request.end() || !found->is_string())
        return;
    const std::string name = text::in_lower_case(found->get<std::string>());
    if (name == "utf8")
        *found = "utf-8";
    else if (name == "utf16" || name == "utf-16le" || name == "utf16le")
        *found = "utf-16";
    else if (text::is_name_of_windows_1252(name))
        *found = "latin1";
    if (name != "base64" || !request.contains("content") || request.contains("contentBase64"))
        return;
    Json content = request.at("content");
    request.erase("content");
    request.erase("encoding");
    request["contentBase64"] = std::move(content);
}

}
