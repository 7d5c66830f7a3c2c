#include "catch.hpp"
#include "toolkit/text/time_text.hpp"
#include "toolkit/tool/failure.hpp"

using namespace toolkit::text;
using namespace toolkit::tool;

TEST_CASE("a time is RFC 3339 in UTC, always of one length")
{
    const struct {
        timespec time;
        const char* text;
    } rows[] = {
        {{0, 0}, "1970-01-01T00:00:00.000000000Z"},
        {{951782400, 1}, "2000-02-29T00:00:00.000000001Z"},
        {{1795187923, 123456789}, "2026-11-20T15:18:43.123456789Z"},
        {{-1, 500000000}, "1969-12-31T23:59:59.500000000Z"},
        {{4102444799, 999999999}, "2099-12-31T23:59:59.999999999Z"},
        {{INT64_MAX, 0}, "9999-12-31T23:59:59.000000000Z"},
        {{INT64_MIN, 0}, "0000-01-01T00:00:00.000000000Z"},
    };
    for (const auto& row : rows)
        CHECK(rfc3339(row.time) == row.text);
}

TEST_CASE("a mode is four octal digits")
{
    CHECK(mode_octal(S_IFREG | 0644) == "0644");
    CHECK(mode_octal(S_IFDIR | 01777) == "1777");
    CHECK(mode_octal(S_IFREG | 04755) == "4755");
    CHECK(mode_octal(S_IFREG) == "0000");
}

TEST_CASE("every type of file has a name")
{
    const struct {
        mode_t mode;
        const char* name;
    } rows[] = {
        {S_IFREG, "file"},
        {S_IFDIR, "dir"},
        {S_IFLNK, "symlink"},
        {S_IFIFO, "other"},
        {S_IFSOCK, "other"},
        {S_IFCHR, "other"},
        {S_IFBLK, "other"},
    };
    for (const auto& row : rows)
        CHECK(type_name(row.mode | 0644) == row.name);
}
