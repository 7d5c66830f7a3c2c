#include "catch.hpp"

#include "agent/mcp/sandbox_hints.hpp"

using namespace agent::mcp;

static ServerEntry confined_entry(const char* program, bool has_network)
{
    ServerEntry entry;
    entry.name = "files";
    entry.command = {program, "-y", "server"};
    entry.launcher = {"exec", "--"};
    entry.cache = "/cache/files-1";
    entry.has_network = has_network;
    return entry;
}

TEST_CASE("an error about a denied write is known in the words of several programs")
{
    for (const char* text : {"Error: EROFS: read-only file system, open '/w/a'",
             "OSError: [Errno 30] Read-only file "
             "system: 'a'",
             "attempt to write a readonly database", "unable to open database file"})
        CHECK(names_denied_write(text));
    for (const char* text : {"", "ENOENT: no such file", "EACCES", "the file is read-only to me"})
        CHECK(!names_denied_write(text));
}

TEST_CASE("the end of a server is explained if its sandbox may be the cause")
{
    const std::string warm
        = "'agentcli mcp warm files' starts it once with the network, and keeps what it downloads";
    CHECK(hint_for_end(confined_entry("/usr/bin/npx", false), "", true) == warm);
    CHECK(hint_for_end(confined_entry("node", false), "getaddrinfo EAI_AGAIN x", true) == warm);
    ServerEntry used = confined_entry("npx", false);
    used.cache = "/"; // has files
    CHECK(hint_for_end(used, "", true)
        == "'agentcli mcp forget files' empties its cache; then " + warm);
    CHECK(hint_for_end(confined_entry("node", false), "a bug", true).empty());
    CHECK(hint_for_end(confined_entry("npx", false), "", false).empty());
    CHECK(hint_for_end(confined_entry("npx", true), "ENOTFOUND", true).empty());
    CHECK(hint_for_end(confined_entry("node", true), "EROFS", false)
        == hint_for_denied_write(confined_entry("node", true)));
    ServerEntry free = confined_entry("npx", false);
    free.launcher.clear();
    CHECK(hint_for_end(free, "EROFS", true).empty());
}
