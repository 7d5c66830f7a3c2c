#pragma once

#include <string_view>

namespace toolkit::mcp {

// The media type of a PNG, JPEG, GIF or WebP image by its first bytes, from its base64; else empty.
std::string_view image_type(std::string_view base64);

}
