#include "catch.hpp"

#include "toolkit/text/image_type.hpp"

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
