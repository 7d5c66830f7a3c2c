#include "frontends/mcp/workspace_uri.hpp"

#include "catch.hpp"

using namespace frontends::mcp;

TEST_CASE("the URI of a path names it, whatever bytes it has")
{
    CHECK(workspace_uri(".") == "workspace:///");
    CHECK(workspace_uri("src/main.cpp") == "workspace:///src/main.cpp");
    CHECK(workspace_uri("a b/100%#?.txt") == "workspace:///a%20b/100%25%23%3F.txt");
    for (const char* const path :
        {".", "src/main.cpp", "a b/100%#?.txt", "\xc3\xa4/[x]\\y", "-._~!$&'()*+,;=:@"})
        CHECK(path_of_workspace_uri(workspace_uri(path)) == path);
}

TEST_CASE("a URI that a client made by the template is read")
{
    CHECK(path_of_workspace_uri("workspace:///a?b#c") == "a?b#c");
    CHECK(path_of_workspace_uri("workspace:///src/") == "src");
    CHECK(path_of_workspace_uri("workspace:///\xc3\xa4") == "\xc3\xa4");
    CHECK(path_of_workspace_uri("workspace:///%2e%2ehidden") == "..hidden");
}

TEST_CASE("a URI that does not name one path of the workspace is refused")
{
    for (const char* const uri : {"", "workspace://", "workspace://host/a", "file:///a",
             "WORKSPACE:///a", "workspace:////etc", "workspace:///a//b", "workspace:///../a",
             "workspace:///a/..", "workspace:///%2e%2e/a", "workspace:///a/./b",
             "workspace:///a%2fb", "workspace:///a%00b", "workspace:///a%", "workspace:///a%4",
             "workspace:///a%zz", "workspace:///%ff"})
        CHECK(!path_of_workspace_uri(uri));
    CHECK(!path_of_workspace_uri("workspace:///" + std::string(5000, 'a')));
}

TEST_CASE("a media type is that of the end of a name")
{
    CHECK(media_type_of("docs/README.md", false) == "text/markdown");
    CHECK(media_type_of("a.d/PICTURE.PNG", true) == "image/png");
    CHECK(media_type_of("a.md/Makefile", false) == "text/plain");
    CHECK(media_type_of("program", true) == "application/octet-stream");
}
