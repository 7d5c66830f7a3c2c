#include "catch.hpp"

#include "frontends/screen/pasted_paths.hpp"

#include <string>
#include <vector>

using namespace frontends::screen;
using Paths = std::vector<std::string>;

TEST_CASE("a paste of paths is read by lines and as words of a shell")
{
    const auto check = [](std::string_view paste, const Paths& lines, const Paths& words) {
        CAPTURE(paste);
        const auto paths = paths_in_paste(paste);
        CHECK(paths.lines == lines);
        CHECK(paths.words == words);
    };
    check("/a/b.png", {"/a/b.png"}, {});
    check("/a/b.png \n", {"/a/b.png"}, {});
    check("/a/b c.png", {"/a/b c.png"}, {}); // "c.png" alone is no path
    check("/a/b /c.png", {"/a/b /c.png"}, {"/a/b", "/c.png"});
    check("'/a/b c.png' ", {"/a/b c.png"}, {});
    check("\"/a/b c.png\"", {"/a/b c.png"}, {});
    check(R"(/a/b\ c.png)", {"/a/b c.png"}, {});
    check("file:///a/b%20c.png", {"/a/b c.png"}, {});
    check("file://localhost/a/%C3%A4.png", {"/a/\u00e4.png"}, {});
    check("file:///a.png\nfile:///b.png\n", {"/a.png", "/b.png"}, {});
    check("'/a b.png' '/it'\\''s.png'", {"'/a b.png' '/it'\\''s.png'"}, {"/a b.png", "/it's.png"});
    check("~/x.gif ./y.webp", {"~/x.gif ./y.webp"}, {"~/x.gif", "./y.webp"});
}

TEST_CASE("a paste that is more than paths, or has a path that cannot be mentioned, is a text")
{
    for (const std::string paste : {"", " \n", "shot.png", "/quit", "see /a/b.png please\nshot.png",
             "/a/\"b.png", "file://host/a.png", "file:///a%0Ab.png", "file:///a%zz.png",
             "file:///a%4", "/a\tb.png", "file:///a%22.png"}) {
        CAPTURE(paste);
        CHECK(paths_in_paste(paste).lines.empty());
        CHECK(paths_in_paste(paste).words.empty());
    }
    std::string many;
    for (int count = 0; count < 21; ++count)
        many += "/a.png\n";
    CHECK(paths_in_paste(many).lines.empty());
    CHECK(paths_in_paste("/" + std::string(5000, 'x') + "/").lines.empty());
    CHECK(paths_in_paste("/a/don't.png").lines == Paths {"/a/don't.png"});
}
