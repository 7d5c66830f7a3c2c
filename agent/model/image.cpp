#include "agent/model/image.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::model {

using namespace toolkit;

static void add_facts(Image& image, std::string_view bytes)
{
    image.type = text::image_type(bytes);
    image.bytes = bytes.size();
    image.size = text::image_size(bytes).value_or(text::ImageSize());
    image.sha256 = system::sha256(bytes);
}

SharedImage image_of_url(std::string url)
{
    auto image = std::make_shared<Image>();
    if (const auto bytes = text::image_in_url(url))
        add_facts(*image, *bytes);
    image->url = std::move(url);
    return image;
}

SharedImage image_of_bytes(std::string_view bytes)
{
    if (!text::image_size(bytes))
        return nullptr;
    auto image = std::make_shared<Image>();
    add_facts(*image, bytes);
    image->url = text::image_url(image->type, bytes);
    return image;
}

std::string why_not_shown(const Image& image, text::ImageCount& shown)
{
    return std::max(image.size.width, image.size.height) > text::max_image_side
        ? "a side has more than " + std::to_string(text::max_image_side) + " pixels"
        : shown.add(image.bytes);
}

std::string kind_of(const Image& image)
{
    std::string kind = image.type.substr(image.type.find('/') + 1);
    if (kind == "webp")
        return "WebP";
    std::transform(kind.begin(), kind.end(), kind.begin(),
        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return kind;
}

static std::string pixels_of(const Image& image)
{
    return std::to_string(image.size.width) + "x" + std::to_string(image.size.height);
}

std::string words_about(const Image& image)
{
    constexpr std::size_t max_address = 200;
    if (image.type.empty())
        return image.url.starts_with("data:") ? "of an unknown kind"
                                              : "at " + text::shortened(image.url, max_address);
    return kind_of(image) + " " + pixels_of(image) + ", " + text::size_words(image.bytes);
}

std::string text_for(const Image& image, std::string_view why)
{
    return "[image: " + words_about(image) + "; " + std::string(why) + "]";
}

double estimated_tokens_of(const Image& image)
{
    constexpr double pixels_of_token = 750;
    constexpr double fewest = 85;
    constexpr double most = 1600;
    if (image.type.empty())
        return most;
    const double pixels
        = static_cast<double>(image.size.width) * static_cast<double>(image.size.height);
    return std::clamp(pixels / pixels_of_token, fewest, most);
}

// Returns the offset of the end of the base64 in a data: URL; `begin` if no such URL begins there.
// A quotation mark may follow it, also an escaped one in a text that is JSON.
static std::size_t end_of_data_url(std::string_view text, std::size_t begin)
{
    static constexpr std::string_view digits
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    constexpr std::size_t max_head = 40;
    const std::size_t comma = text.substr(begin, max_head).find(',');
    return comma == std::string_view::npos
        ? begin
        : std::min(text.find_first_not_of(digits, begin + comma + 1), text.size());
}

std::string without_image_data(std::string_view text)
{
    static constexpr std::string_view mark = "\"data:image/";
    std::string shown;
    std::size_t written = 0;
    for (std::size_t at = text.find(mark); at != std::string_view::npos;) {
        const std::size_t begin = at + 1;
        const std::size_t end = end_of_data_url(text, begin);
        const SharedImage image = image_of_url(std::string(text.substr(begin, end - begin)));
        if (!image->type.empty()) {
            shown += text.substr(written, begin - written);
            shown += "[" + image->type + " " + pixels_of(*image) + ", "
                + text::size_words(image->bytes) + ", sha256 " + image->sha256 + "]";
            written = end;
        }
        at = text.find(mark, end);
    }
    return shown.append(text.substr(written));
}

}
