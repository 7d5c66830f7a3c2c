#include "catch.hpp"

#include "toolkit/text/image.hpp"

#include <string>

using namespace toolkit::text;

TEST_CASE("an image is known by its first bytes, and a beginning of them is none")
{
    const auto [bytes, type] = GENERATE(table<std::string, std::string>({
        {"\x89PNG\r\n\x1a\n", "image/png"},
        {"\xff\xd8\xff\xe0", "image/jpeg"},
        {"GIF87a", "image/gif"},
        {"GIF89a", "image/gif"},
        {"RIFF1234WEBP", "image/webp"},
    }));
    CHECK(image_type(bytes) == type);
    CHECK(image_type(bytes + "more") == type);
    CHECK(image_type("x" + bytes).empty());
    const std::string beginning = bytes.starts_with("\xff") ? bytes.substr(0, 3) : bytes;
    for (std::size_t size = 0; size < beginning.size(); ++size)
        CHECK(image_type(beginning.substr(0, size)).empty());
    CHECK(image_type("RIFF1234WAVEWEBP").empty());
}

static std::string png(const std::string& size)
{
    return std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) + size + "\x08\2";
}

static const std::string filler(20, '\0');

// Bytes that the literals of this file have with NULs in them.
#define BYTES(text) std::string(text, sizeof(text) - 1)

TEST_CASE("the size of an image is read from its header")
{
    const auto [bytes, size] = GENERATE(table<std::string, ImageSize>({
        {png(BYTES("\0\0\2\x80\0\0\1\xe0")), {640, 480}},
        {BYTES("GIF89a\x80\2\xe0\1\0\0\0"), {640, 480}},
        {BYTES("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\x7f\2\0\xdf\1\0"), {640, 480}},
        {BYTES("RIFF\0\0\0\0WEBPVP8L\x0a\0\0\0\x2f\x7f\xc2\x77\0\0\0\0\0\0"), {640, 480}},
        {BYTES("RIFF\0\0\0\0WEBPVP8 \x0a\0\0\0\x10\0\0\x9d\1\x2a\x80\2\xe0\1"), {640, 480}},
        {BYTES("\xff\xd8\xff\xe0\0\x04xx\xff\xff\xc4\0\2\xff\xc2\0\x11\x08\1\xe0\2\x80\3"),
            {640, 480}},
    }));
    CHECK(image_size(bytes) == size);
    CHECK(image_size(bytes + filler) == size);
    for (std::size_t length = 0; length + 3 < bytes.size(); ++length)
        if (const auto cut = image_size(bytes.substr(0, length)))
            CHECK(cut == size);
}

TEST_CASE("a header without a size, or with a size of 0, has none")
{
    for (const std::string& bytes : {png(BYTES("\0\0\2\x80\0\0\0\0")), BYTES("GIF89a\0\0\0\0"),
             BYTES("\xff\xd8\xff\xe0\0\1xxxxxxxxxxxxxxxxxx"),
             BYTES("\xff\xd8\xff\xda\0\x04xxxxxxxx"), BYTES("RIFF\0\0\0\0WEBPVP9 ") + filler,
             BYTES("not an image at all"), std::string()})
        CHECK(!image_size(bytes + filler));
}

TEST_CASE("a data: URL is an image if its bytes are one")
{
    const std::string bytes = png(BYTES("\0\0\2\x80\0\0\1\xe0"));
    const std::string url = image_url("image/png", bytes);
    CHECK(url.starts_with("data:image/png;base64,iVBOR"));
    CHECK(image_in_url(url) == bytes);
    CHECK(image_in_url("data:image/jpeg;base64," + url.substr(22)) == bytes);
    CHECK(!image_in_url(url + " "));
    CHECK(!image_in_url("data:text/plain;base64," + url.substr(22)));
    CHECK(!image_in_url(image_url("image/png", "a secret, and no image")));
    CHECK(!image_in_url("https://example.com/a.png"));
}

TEST_CASE("sizes are told in words")
{
    CHECK(size_words(999) == "999 bytes");
    CHECK(size_words(1000) == "1 KB");
    CHECK(size_words(48'210) == "48 KB");
    CHECK(size_words(999'500) == "1.0 MB");
    CHECK(size_words(3'750'000) == "3.8 MB");
}

TEST_CASE("a message has at most 20 images of at most 3.75 MB, and 15 MB together")
{
    ImageCount large;
    CHECK(large.add(max_image_bytes + 1) == "it has 3.8 MB, and an image has at most 3.75 MB");
    for (int index = 0; index < 4; ++index)
        CHECK(large.add(max_image_bytes).empty());
    CHECK(large.add(1) == "the images of a message have at most 15 MB");
    ImageCount small;
    for (std::size_t index = 0; index < max_images; ++index)
        CHECK(small.add(1).empty());
    CHECK(small.add(0) == "a message has at most 20 images");
}

TEST_CASE("the size of an image is known by the length of its data: URL")
{
    for (std::size_t size = 0; size < 9; ++size)
        CHECK(bytes_in_url(image_url("image/gif", std::string(size, 'x'))) == size);
    CHECK(bytes_in_url("https://example.com/a.png;base64,AAAA") == 0);
    CHECK(bytes_in_url("data:,AAAA") == 0);
}
