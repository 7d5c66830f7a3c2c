#include "catch.hpp"
#include "git_config_values.hpp"
#include "toolkit/ignore/git_excludes.hpp"

using namespace toolkit::ignore;

TEST_CASE("the name of the user's excludes file is read from git's configuration")
{
    const struct {
        const char* configuration;
        const char* value;
    } rows[] = {
        {"[core]\n\texcludesFile = /a/b\n", "/a/b"},
        {"[Core]\nEXCLUDESFILE=~/x\n", "/home/me/x"},
        {"[core] excludesfile = \"/with blank\"", "/with blank"},
        {"[core]\nexcludesfile = /a\n[core]\nexcludesfile = /b\n", "/b"},
        {"[user]\nexcludesfile = /a\n", nullptr},
        {"# [core]\nexcludesfile = /a\n", nullptr},
        {"[core \"sub\"]\nexcludesfile = /a\n", nullptr},
        {"[core]\nexcludesfile\n", nullptr},
        {"[core]\nexcludesfile = /a b  # mine\n", "/a b"},
        {"[core]\nexcludesfile = \"/a\" ; mine\n", "/a"},
        {"[core]\nexcludesfile = ~/\"my # file\"\n", "/home/me/my # file"},
        {"[core]\nexcludesfile = /a\\\nb\n", "/ab"},
        {"[core]\nexcludesfile = /a\\\\b\\tc\n", "/a\\b\tc"},
        {"[core]\nexcludesfile = \"/a\n", nullptr},
        {"[core]\neditor = vi\r\n; excludesfile = /b\n\texcludesfile = /a\r\n", "/a"},
        {"[core]\nautocrlf\nexcludesfile = /a", "/a"},
        {"[core]\n# x = [y]\nexcludesfile = /a", "/a"},
        {"[", nullptr},
        {"", nullptr},
    };
    for (const auto& row : rows) {
        CAPTURE(row.configuration);
        const auto found = find_excludes_file(row.configuration, "/home/me");
        CHECK(found.has_value() == (row.value != nullptr));
        if (found && row.value != nullptr)
            CHECK(*found == row.value);
    }
}

TEST_CASE("a value in git's configuration is read as git reads it")
{
    for (const GitConfigValue& row : git_config_values) {
        CAPTURE(row.text);
        const auto found = find_excludes_file(
            "[core]\n\texcludesFile = " + std::string(row.text) + "\n", "/home/me");
        CHECK(found.has_value() == (row.value != nullptr));
        if (found && row.value != nullptr)
            CHECK(*found == row.value);
    }
    CHECK(find_excludes_file("\xef\xbb\xbf[core]\nexcludesFile = /a\n", "").value_or("") == "/a");
}
