#pragma once

#include <string_view>

namespace toolkit::text {

// The media type of a PNG, JPEG, GIF or WebP image by its first 12 bytes; else empty.
std::string_view image_type(std::string_view bytes);

}
