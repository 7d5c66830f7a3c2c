#include "catch.hpp"

#include "frontends/screen/output_grammar.hpp"
#include "frontends/screen/picture.hpp"
#include "frontends/screen/region.hpp"
#include "toolkit/text/text.hpp"

#include <string>

using namespace frontends::screen;

static std::string png_of(std::size_t size)
{
    std::string bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    bytes.resize(size, 'x');
    return toolkit::text::base64_encode(bytes);
}

static std::string gif() { return toolkit::text::base64_encode("GIF89a@A@A01"); }

static std::shared_ptr<const Picture> picture(const std::string& base64, PictureProtocol protocol,
    std::size_t width = 640, std::size_t height = 480)
{
    return Picture::of({base64, width, height}, protocol, 80, 24);
}

TEST_CASE("a picture makes room, is drawn, and ends in its last row")
{
    const auto kitty = picture(png_of(24), PictureProtocol::kitty, 40, 40);
    REQUIRE(kitty);
    CHECK(kitty->rows() == 2);
    CHECK(kitty->bytes()
        == "\r\n\r\n\033[2A\033_Ga=T,f=100,C=1,r=2,q=2,m=0;" + png_of(24) + "\033\\\r\n");
    const auto iterm2 = picture(gif(), PictureProtocol::iterm2, 40, 40);
    REQUIRE(iterm2);
    CHECK(iterm2->bytes()
        == "\r\n\r\n\033[2A\0337\033]1337;File=inline=1;size=12;width=auto;height=2;"
           "preserveAspectRatio=1:"
            + gif() + "\a\0338\r\n");
    for (const auto& one : {kitty, iterm2, picture(png_of(20000), PictureProtocol::kitty)})
        CHECK(OutputGrammar().check(one->bytes()).empty());
}

TEST_CASE("a large picture of kitty has chunks of 4,096 characters")
{
    const std::string bytes = picture(png_of(6145), PictureProtocol::kitty)->bytes();
    const std::string base64 = png_of(6145);
    CHECK(bytes.find("q=2,m=1;" + base64.substr(0, 4096) + "\033\\\033_Gq=2,m=1;"
              + base64.substr(4096, 4096) + "\033\\\033_Gq=2,m=0;" + base64.substr(8192) + "\033\\")
        != std::string::npos);
}

TEST_CASE("a picture has at most 12 rows, a third of the window and its width")
{
    const auto rows_of = [](std::size_t width, std::size_t height, std::size_t columns,
                             std::size_t rows) -> std::size_t {
        const auto made
            = Picture::of({png_of(24), width, height}, PictureProtocol::kitty, columns, rows);
        return made ? made->rows() : 0;
    };
    CHECK(rows_of(640, 480, 200, 60) == 12);
    CHECK(rows_of(640, 480, 80, 24) == 8);
    CHECK(rows_of(640, 480, 21, 24) == 6);
    CHECK(rows_of(16, 16, 80, 24) == 1);
    CHECK(rows_of(8000, 20, 80, 24) == 0);
    CHECK(rows_of(0, 480, 80, 24) == 0);
    CHECK(rows_of(640, 0, 80, 24) == 0);
    CHECK(rows_of(640, 480, 80, 2) == 0);
}

TEST_CASE("what is not an image of the protocol, not base64 or too large is not drawn")
{
    CHECK_FALSE(picture(gif(), PictureProtocol::kitty));
    CHECK_FALSE(picture(png_of(24), PictureProtocol::none));
    CHECK_FALSE(picture(png_of(24) + "\033\\", PictureProtocol::kitty));
    CHECK_FALSE(picture("\a\033]2;x\a", PictureProtocol::iterm2));
    CHECK_FALSE(picture("", PictureProtocol::iterm2));
    CHECK_FALSE(picture(toolkit::text::base64_encode("not an image"), PictureProtocol::iterm2));
    CHECK(picture(png_of(1'000'000), PictureProtocol::kitty));
    CHECK_FALSE(picture(png_of(1'000'100), PictureProtocol::kitty));
}

TEST_CASE("a picture is written among the finished lines, and the region stays below it")
{
    const Palette palette;
    LiveRegion region(palette);
    View view;
    view.rows.emplace_back(SafeText("> "));
    view.cursor_byte = 2;
    region.update({}, view);
    Line drawn;
    drawn.picture = picture(png_of(24), PictureProtocol::kitty);
    const std::string bytes = region.update({drawn, Line(SafeText("image a.png"))}, view);
    CHECK(OutputGrammar().check(bytes).empty());
    CHECK(bytes.find(drawn.picture->bytes() + "\r\nimage a.png\r\n") != std::string::npos);
}

TEST_CASE("the grammar takes no other pictures, and none of a text")
{
    for (const std::string refused :
        {"\033_Ga=T,f=100,C=1,r=2,q=2,m=1;AAAA\033\\", "\033_Ga=T,f=100,C=1,r=2,q=1,m=0;AAAA\033\\",
            "\033_Ga=q,q=2,m=0;AAAA\033\\", "\033_Gq=2,m=0;AAAA\033\\",
            "\033_Ga=T,f=100,C=1,r=2,q=2,m=0;AAA\033\\", "\033_Ga=T,f=100,C=1,r=2,q=2,m=0;AAAA",
            "\033_Ga=T,f=100,C=1,r=200,q=2,m=0;AAAA\033\\",
            "\033_Ga=T,f=100,C=1,r=2,q=2,m=1;AAAA\033\\x\033_Gq=2,m=0;AAAA\033\\", "\0337", "\0338",
            "\033]1337;File=inline=1;size=3;width=auto;height=2;preserveAspectRatio=1:AAAA\a",
            "\0337\033]1337;File=inline=0;size=3;width=auto;height=2;preserveAspectRatio=1:"
            "AAAA\a\0338",
            "\0337\033]1337;File=inline=1;size=3;width=auto;height=2;preserveAspectRatio=1:"
            "A\033AA\a\0338"}) {
        CAPTURE(refused);
        CHECK_FALSE(OutputGrammar().check(refused).empty());
        CHECK(OutputGrammar().check(prose(refused).bytes()).empty());
    }
}
