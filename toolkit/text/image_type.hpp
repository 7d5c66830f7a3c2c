#pragma once

#include <cstddef>
#include <string_view>

namespace toolkit::text {

// The maximum of an image that a client of MCP is shown, in bytes of its base64.
inline constexpr std::size_t max_image = 5'000'000;

// The media type of a PNG, JPEG, GIF or WebP image by its first 12 bytes; else empty.
std::string_view image_type(std::string_view bytes);

}
