#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// The maximum size of an image for a model or an MCP client, in bytes of its base64. Anthropic
// refuses more than 5 MB, measured in base64; OpenAI and Gemini accept more.
inline constexpr std::size_t max_image = 5'000'000;

// The maximum size in bytes of the image itself.
inline constexpr std::size_t max_image_bytes = max_image / 4 * 3;

// The maximums of one message: 20 images, since Anthropic accepts large sides only up to that
// number, and 20 MB of base64, which is Gemini's maximum for a request.
inline constexpr std::size_t max_images = 20;
inline constexpr std::size_t max_images_bytes = 15'000'000;

// Counts the images of one message against these maximums. Must be asked wherever images are added
// to a message: for files of the command line, messages of clients, results, and messages that a
// request joins.
class ImageCount {
public:
    // Counts an image of this many bytes and returns an empty text. If the message cannot have it,
    // counts nothing and returns the reason, such as "a message has at most 20 images".
    std::string add(std::size_t bytes);

private:
    std::size_t count = 0;
    std::size_t bytes = 0; // total
};

// The maximum side length of an image in a result, in pixels. Anthropic refuses more.
inline constexpr std::uint32_t max_image_side = 8000;

// Returns the media type of a PNG, JPEG, GIF or WebP image, judged by its first 12 bytes; otherwise
// empty.
std::string_view image_type(std::string_view bytes);

struct ImageSize {
    std::uint32_t width = 0; // pixels
    std::uint32_t height = 0;

    bool operator==(const ImageSize&) const = default;
};

// Returns the size that the header of such an image states; nullopt if the header is not there or
// states 0. Reads the headers only: the image itself may be damaged.
std::optional<ImageSize> image_size(std::string_view bytes);

// Returns the bytes of an image from its data: URL, "data:image/…;base64,…". Returns nullopt if the
// text is not such a URL, or if its bytes do not begin with the header of an image that states its
// size. Only the header is checked.
std::optional<std::string> image_in_url(std::string_view url);

// Returns the number of bytes that the base64 of a data: URL encodes, by its length; 0 for other
// URLs.
std::size_t bytes_in_url(std::string_view url);

// Returns the data: URL of an image of this media type.
std::string image_url(std::string_view type, std::string_view bytes);

// Returns text like "48 KB" for 48,210 bytes. A KB is 1,000 bytes; fewer are given in bytes.
std::string size_words(std::size_t bytes);

}
