#pragma once

#include "toolkit/text/image.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// An image of a message: a data: URL, or an address that the server fetches. Immutable.
struct Image {
    std::string url;
    // "image/png", judged by the bytes. Empty if the URL is not a data: URL of an image; the
    // members below are empty then, too.
    std::string type;
    std::size_t bytes = 0;
    text::ImageSize size = {};
    std::string sha256 = {}; // SHA-256 of the bytes, in hexadecimal digits
};

// Messages and their copies share the bytes.
using SharedImage = std::shared_ptr<const Image>;

SharedImage image_of_url(std::string url);

// Returns nullptr if the bytes are not a PNG, JPEG, GIF or WebP image whose header states its size.
SharedImage image_of_bytes(std::string_view bytes);

// Returns the reason not to show a model an image of a result, such as "a side has more than 8000
// pixels". If it is empty, the image is shown, and `shown` counts it. The limits are those of
// toolkit/text/image.hpp.
std::string why_not_shown(const Image& image, text::ImageCount& shown);

// Returns the name of its type: "PNG", "JPEG", "GIF" or "WebP".
std::string kind_of(const Image& image);

// Returns a description such as "PNG 640x480, 48 KB"; for an image that is only an address, that
// address.
std::string words_about(const Image& image);

// Returns the text that a model gets in place of an image: "[image: PNG 640x480, 48 KB; WHY]".
std::string text_for(const Image& image, std::string_view why);

// Estimates the tokens of an image by the rule of Anthropic: one for each 750 pixels, at most
// 1,600; but at least 85, the minimum of OpenAI. An image whose bytes are not known counts 1,600.
double estimated_tokens_of(const Image& image);

// Replaces each data: URL of an image that follows a quotation mark by "[image/png 640x480, 48 KB,
// sha256 …]", for instance in the body of a request. Other data: URLs stay.
std::string without_image_data(std::string_view text);

}
