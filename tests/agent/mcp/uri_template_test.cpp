#include "catch.hpp"

#include "agent/mcp/uri_template.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace agent::mcp;

TEST_CASE("a literal of a template is continued")
{
    const UriTemplate text("demo://text/{id}");
    for (const char* typed : {"", "demo:", "demo://tex"}) {
        const auto read = text.read(typed);
        CHECK(read.fits);
        CHECK(read.variable.empty());
        CHECK(read.before + read.literal == "demo://text/");
        CHECK(!read.is_last);
    }
    CHECK(!text.read("file:").fits);
}

TEST_CASE("the variable that is being typed is known")
{
    const auto last = UriTemplate("demo://text/{id}").read("demo://text/1");
    CHECK(last.variable == "id");
    CHECK(last.value == "1");
    CHECK(last.before == "demo://text/");
    CHECK(last.is_last);
    const UriTemplate two("db://{table}/rows/{+row}");
    const auto first = two.read("db://us");
    CHECK(first.variable == "table");
    CHECK(first.literal == "/rows/");
    CHECK(!first.is_last);
    const auto second = two.read("db://users/rows/4/5");
    CHECK(second.variable == "row");
    CHECK(second.value == "4/5");
    CHECK(second.others == std::vector<std::pair<std::string, std::string>> {{"table", "users"}});
    CHECK(two.read("db://users/ro").variable == "table");
}

TEST_CASE("a query of a template is a literal before its variable")
{
    const auto read = UriTemplate("s://find{?q}").read("s://find");
    CHECK(read.literal == "?q=");
    CHECK(UriTemplate("s://find{?q}").read("s://find?q=a").value == "a");
}

TEST_CASE("a template that is not understood fits nothing")
{
    for (const char* text : {"a{", "a{}b", "a{b,c}", "a{b:3}", "a{b c}", "", "a{b*}"})
        CHECK(!UriTemplate(text).read("a").fits);
    CHECK(!UriTemplate("a://b").read("a://b").fits);
    CHECK(UriTemplate("a://{x}{y}").read("a://12").variable == "x");
}
