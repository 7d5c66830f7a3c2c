#pragma once

// Values in configs of git, and what git makes of them; nothing if it can't read the config. More
// than one tool reads these configs: all agree on them.
struct GitConfigValue {
    const char* text;
    const char* value;
};

inline constexpr GitConfigValue git_config_values[] = {
    {"/a/b", "/a/b"},
    {" \t /a  ", "/a"},
    {"/a b", "/a b"},
    {"/a\r", "/a"},
    {"/a # mine", "/a"},
    {"/a;mine", "/a"},
    {"\"/a # b\"", "/a # b"},
    {"\"/a ; b\" # \"", "/a ; b"},
    {"\" /a \"", " /a "},
    {"/a\" b\"c", "/a bc"},
    {"\"/a\"\"/b\"", "/a/b"},
    {"\\\"a\\\"", "\"a\""},
    {"a\\\\b", "a\\b"},
    {"a\\tb\\nc\\bd", "a\tb\nc\bd"},
    {"a\\\nb", "ab"},
    {"a \\\n b", "a  b"},
    {"a\\\r\nb", "ab"},
    {"\"a\\\nb\"", "ab"},
    {"\\\n/a", "/a"},
    {"a # \\", "a"},
    {"\"a", nullptr},
};
