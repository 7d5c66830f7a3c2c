#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace frontends::screen {

// A protocol by which a terminal draws an image.
enum class PictureProtocol { none, kitty, iterm2 };

// Returns the protocol that a word of the engine names; none for any other word.
PictureProtocol picture_protocol_named(std::string_view word);

// An image in base64, with its size in pixels.
struct PictureData {
    std::string_view base64;
    std::size_t width = 0;
    std::size_t height = 0;
};

// An image as the sequences that draw it. Nothing else makes these sequences, and they contain only
// base64 that was checked. The decoder is that of the terminal.
class Picture {
public:
    // Returns the picture for a window of `columns` and `rows`: at most 12 rows, a third of the
    // window, and 20 pixels of the image in a row. Returns nullptr if there is no room, if the
    // image is not what the protocol takes (kitty: PNG; iTerm2: PNG, JPEG, GIF, WebP), if it has
    // more than 1,000,000 bytes, or if this is not base64.
    static std::shared_ptr<const Picture> of(
        const PictureData& data, PictureProtocol protocol, std::size_t columns, std::size_t rows);

    // Returns the bytes that draw it from the beginning of an empty row on, and end in the last of
    // its rows. They do not depend on where the terminal leaves the cursor, and ask for no answer.
    const std::string& bytes() const { return sequences; }

    std::size_t rows() const { return height; }

private:
    Picture(std::string sequences, std::size_t height)
        : sequences(std::move(sequences))
        , height(height)
    {
    }

    std::string sequences;
    std::size_t height;
};

}
