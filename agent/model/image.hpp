#pragma once

#include "toolkit/text/image.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// An image of a message: a data: URL, or an address that the server fetches. It does not change.
struct Image {
    std::string url;
    std::string type; // "image/png", by its bytes; of other URLs than those of images empty, and
        // so are the members below
    std::size_t bytes = 0;
    text::ImageSize size = {};
    std::string sha256 = {}; // of its bytes, in hexadecimal digits
};

// Messages and their copies share the bytes.
using SharedImage = std::shared_ptr<const Image>;

SharedImage image_of_url(std::string url);

// Returns nullptr if the bytes are not a PNG, JPEG, GIF or WebP image whose header states its size.
SharedImage image_of_bytes(std::string_view bytes);

// Returns why a model is not shown an image of a result, "a side has more than 8000 pixels"; empty
// if it is, and then `shown` counts it. The limits are those of toolkit/text/image.hpp.
std::string why_not_shown(const Image& image, text::ImageCount& shown);

// Returns "PNG 640x480, 48 KB", or where it is if it is not here.
std::string words_about(const Image& image);

// Returns the text that a model gets in place of an image: "[image: PNG 640x480, 48 KB; WHY]".
std::string text_for(const Image& image, std::string_view why);

// Estimates how many tokens an image has, by the rule of Anthropic: one for 750 pixels, and at most
// 1,600; at least 85, which is the least of OpenAI. An image that is not here has 1,600.
double estimated_tokens_of(const Image& image);

// Returns the text, such as the body of a request, with "[image/png 640x480, 48 KB, sha256 …]" in
// place of each data: URL of an image that follows a quote. Other data: URLs stay.
std::string without_image_data(std::string_view text);

}
