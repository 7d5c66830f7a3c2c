#include "toolkit/text/image_type.hpp"

namespace toolkit::text {

std::string_view image_type(std::string_view bytes)
{
    if (bytes.starts_with("\x89PNG\r\n\x1a\n"))
        return "image/png";
    if (bytes.starts_with("\xff\xd8\xff"))
        return "image/jpeg";
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a"))
        return "image/gif";
    if (bytes.starts_with("RIFF") && bytes.find("WEBP", 8) == 8)
        return "image/webp";
    return {};
}

}
