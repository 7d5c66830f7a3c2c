#include "frontends/screen/picture.hpp"

#include "toolkit/text/image.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace frontends::screen {

using namespace toolkit;

static constexpr std::size_t max_picture_bytes = 1'000'000;
static constexpr std::size_t max_chunk = 4096; // of kitty's protocol

PictureProtocol picture_protocol_named(std::string_view word)
{
    return word == "kitty" ? PictureProtocol::kitty
        : word == "iterm2" ? PictureProtocol::iterm2
                           : PictureProtocol::none;
}

// Returns the number of rows; 0 if the picture would be wider than the window even in one row. The
// size of a cell is not known: it is taken as more than twice as high as wide, so that the picture
// fits.
static std::size_t rows_of_picture(const PictureData& data, std::size_t columns, std::size_t rows)
{
    static constexpr std::size_t max_rows = 12;
    static constexpr std::size_t pixels_of_row = 20;
    const std::size_t width = data.width * 5 / 2;
    if (width == 0 || data.height == 0 || columns < 2)
        return 0;
    return std::min({max_rows, rows / 3, (data.height + pixels_of_row - 1) / pixels_of_row,
        (columns - 1) * data.height / width});
}

static std::string kitty_sequences(std::string_view base64, std::size_t rows)
{
    std::string bytes;
    std::string keys = "a=T,f=100,C=1,r=" + std::to_string(rows) + ",";
    while (!base64.empty()) {
        const std::string_view chunk = base64.substr(0, max_chunk);
        base64.remove_prefix(chunk.size());
        bytes += "\033_G" + std::exchange(keys, "") + "q=2,m=" + (base64.empty() ? "0;" : "1;");
        bytes += chunk;
        bytes += "\033\\";
    }
    return bytes;
}

static std::string iterm2_sequence(std::string_view base64, std::size_t size, std::size_t rows)
{
    std::string bytes = "\0337\033]1337;File=inline=1;size=" + std::to_string(size)
        + ";width=auto;height=" + std::to_string(rows) + ";preserveAspectRatio=1:";
    bytes += base64;
    return bytes + "\a\0338";
}

static std::string newlines(std::size_t count)
{
    std::string bytes;
    while (count-- > 0)
        bytes += "\r\n";
    return bytes;
}

std::shared_ptr<const Picture> Picture::of(
    const PictureData& data, PictureProtocol protocol, std::size_t columns, std::size_t rows)
{
    if (protocol == PictureProtocol::none || data.base64.size() > max_picture_bytes / 3 * 4 + 4)
        return nullptr;
    const std::optional<std::string> image = text::base64_decode(data.base64);
    const std::string_view type = image ? text::image_type(*image) : std::string_view();
    const bool is_taken = protocol == PictureProtocol::kitty ? type == "image/png" : !type.empty();
    const std::size_t height = rows_of_picture(data, columns, rows);
    if (!is_taken || height == 0)
        return nullptr;
    // Room is made first, so that drawing scrolls nothing, wherever it leaves the cursor.
    std::string bytes = newlines(height) + "\033[" + std::to_string(height) + "A"
        + (protocol == PictureProtocol::kitty ? kitty_sequences(data.base64, height)
                                              : iterm2_sequence(data.base64, image->size(), height))
        + newlines(height - 1);
    return std::shared_ptr<const Picture>(new Picture(std::move(bytes), height));
}

}
