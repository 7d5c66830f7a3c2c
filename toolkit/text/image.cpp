#include "toolkit/text/image.hpp"

#include "toolkit/text/text.hpp"

#include <utility>

namespace toolkit::text {

static constexpr std::string_view scheme = "data:image/";
static constexpr std::string_view base64_mark = ";base64,";

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

static std::uint32_t byte_at(std::string_view bytes, std::size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

static std::uint32_t big_16(std::string_view bytes, std::size_t at)
{
    return byte_at(bytes, at) << 8U | byte_at(bytes, at + 1);
}

static std::uint32_t little_16(std::string_view bytes, std::size_t at)
{
    return byte_at(bytes, at) | byte_at(bytes, at + 1) << 8U;
}

// The size is in the first chunk of a PNG, IHDR.
static ImageSize size_of_png(std::string_view bytes)
{
    if (bytes.size() < 24 || bytes.substr(12, 4) != "IHDR")
        return {};
    return {
        big_16(bytes, 16) << 16U | big_16(bytes, 18), big_16(bytes, 20) << 16U | big_16(bytes, 22)};
}

static ImageSize size_of_gif(std::string_view bytes)
{
    return bytes.size() < 10 ? ImageSize {} : ImageSize {little_16(bytes, 6), little_16(bytes, 8)};
}

// RFC 9649: VP8X states the size of the canvas minus 1 in 24 bits, VP8L the size of the image minus
// 1 in 14 bits, and VP8 (lossy) the size in 14 bits after a start code.
static ImageSize size_of_webp(std::string_view bytes)
{
    if (bytes.size() < 30)
        return {};
    const std::string_view chunk = bytes.substr(12, 4);
    const auto little_24
        = [&](std::size_t at) { return little_16(bytes, at) | byte_at(bytes, at + 2) << 16U; };
    if (chunk == "VP8X")
        return {little_24(24) + 1, little_24(27) + 1};
    if (chunk == "VP8L" && bytes[20] == '\x2f') {
        const std::uint32_t bits = little_16(bytes, 21) | little_16(bytes, 23) << 16U;
        return {(bits & 0x3fffU) + 1, (bits >> 14U & 0x3fffU) + 1};
    }
    if (chunk == "VP8 " && bytes.substr(23, 3) == "\x9d\x01\x2a")
        return {little_16(bytes, 26) & 0x3fffU, little_16(bytes, 28) & 0x3fffU};
    return {};
}

// Skips the segments of a JPEG up to the one that begins the frame (SOF). Its marker is C0 to CF,
// except DHT, JPG and DAC.
static ImageSize size_of_jpeg(std::string_view bytes)
{
    for (std::size_t at = 2; at + 4 <= bytes.size();) {
        if (byte_at(bytes, at) != 0xff)
            return {};
        const std::uint32_t marker = byte_at(bytes, at + 1);
        if (marker == 0xff) { // a fill byte
            ++at;
            continue;
        }
        const bool begins_frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4
            && marker != 0xc8 && marker != 0xcc;
        if (begins_frame)
            return at + 9 > bytes.size() ? ImageSize {}
                                         : ImageSize {big_16(bytes, at + 7), big_16(bytes, at + 5)};
        const std::uint32_t length = big_16(bytes, at + 2);
        if (length < 2 || marker == 0xda || marker == 0xd9) // the image data, or the end
            return {};
        at += 2 + length;
    }
    return {};
}

std::optional<ImageSize> image_size(std::string_view bytes)
{
    const std::string_view type = image_type(bytes);
    const ImageSize size = type == "image/png" ? size_of_png(bytes)
        : type == "image/gif"                  ? size_of_gif(bytes)
        : type == "image/webp"                 ? size_of_webp(bytes)
        : type == "image/jpeg"                 ? size_of_jpeg(bytes)
                                               : ImageSize {};
    return size.width == 0 || size.height == 0 ? std::nullopt : std::optional(size);
}

std::optional<std::string> image_in_url(std::string_view url)
{
    if (!url.starts_with(scheme))
        return std::nullopt;
    constexpr std::size_t max_subtype = 20;
    const std::size_t mark = url.substr(0, scheme.size() + max_subtype).find(base64_mark);
    if (mark == std::string_view::npos)
        return std::nullopt;
    auto bytes = base64_decode(url.substr(mark + base64_mark.size()));
    return bytes && image_size(*bytes) ? std::move(bytes) : std::nullopt;
}

std::size_t bytes_in_url(std::string_view url)
{
    const std::size_t mark = url.starts_with("data:") ? url.find(base64_mark) : url.npos;
    if (mark == std::string_view::npos)
        return 0;
    const std::string_view base64 = url.substr(mark + base64_mark.size());
    return (base64.find_last_not_of('=') + 1) * 3 / 4;
}

std::string image_url(std::string_view type, std::string_view bytes)
{
    std::string url = "data:";
    url.append(type).append(base64_mark).append(base64_encode(bytes));
    return url;
}

std::string size_words(std::size_t bytes)
{
    if (bytes < 1000)
        return std::to_string(bytes) + " bytes";
    if (bytes < 999'500)
        return std::to_string((bytes + 500) / 1000) + " KB";
    const std::size_t tenths = (bytes + 50'000) / 100'000;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

std::string ImageCount::add(std::size_t bytes_of_image)
{
    if (bytes_of_image > max_image_bytes)
        return "it has " + size_words(bytes_of_image) + ", and an image has at most 3.75 MB";
    if (count == max_images)
        return "a message has at most " + std::to_string(max_images) + " images";
    if (bytes + bytes_of_image > max_images_bytes)
        return "the images of a message have at most 15 MB";
    ++count;
    bytes += bytes_of_image;
    return {};
}

}
