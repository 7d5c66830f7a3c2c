#include "toolkit/mcp/image.hpp"

#include "toolkit/text/text.hpp"

#include <string>

namespace toolkit::mcp {

std::string_view image_type(std::string_view base64)
{
    constexpr std::size_t enough = 16; // 12 bytes
    const std::string bytes = text::base64_decode(base64.substr(0, enough)).value_or("");
    if (bytes.starts_with("\x89PNG\r\n\x1a\n"))
        return "image/png";
    if (bytes.starts_with("\xff\xd8\xff"))
        return "image/jpeg";
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a"))
        return "image/gif";
    if (bytes.starts_with("RIFF") && bytes.substr(8) == "WEBP")
        return "image/webp";
    return {};
}

}
