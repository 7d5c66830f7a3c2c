#include "toolkit/mcp/image.hpp"

#include "toolkit/text/image_type.hpp"
#include "toolkit/text/text.hpp"

#include <string>

namespace toolkit::mcp {

std::string_view image_type(std::string_view base64)
{
    constexpr std::size_t enough = 16; // 12 bytes
    const std::string bytes = text::base64_decode(base64.substr(0, enough)).value_or("");
    return text::image_type(bytes);
}

}
