#include "catch.hpp"

#include "runner/servers/server_paths.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace runner::servers;
using Kind = FoundPath::Kind;

namespace {

const std::map<std::string, Kind> files {{"/", Kind::directory}, {"/home", Kind::directory},
    {"/home/u", Kind::directory}, {"/home/u/notes", Kind::directory}, {"/work", Kind::directory},
    {"/work/data", Kind::directory}, {"/work/server.py", Kind::file}, {"/work/.env", Kind::file},
    {"/work/app.db", Kind::file}, {"/tmp", Kind::directory}, {"/opt", Kind::directory},
    {"/opt/tool", Kind::file}};

FoundPath in_files(const std::string& path)
{
    const auto found = files.find(path);
    const std::string parent = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
    return {found == files.end() ? Kind::missing : found->second, path, files.contains(parent)};
}

EntryWords words(std::vector<std::string> arguments)
{
    return {.program = "server",
        .written_program = "server",
        .arguments = std::move(arguments),
        .directory = "/work",
        .home = "/home/u"};
}

std::vector<std::string> paths_of(const EntryWords& entry)
{
    std::vector<std::string> paths;
    for (const auto& path : named_paths(entry, in_files))
        paths.push_back(path.found.real + (path.is_certain ? "" : " ?"));
    return paths;
}

ServerView view(PathAccess workspace)
{
    return {.places = {{"/tmp", PathAccess::own_copy}, {"/home/u", PathAccess::hidden},
                {"/home/u/.cache/own", PathAccess::write}, {"/work", workspace}},
        .workspace = "/work",
        .hides_secrets = workspace != PathAccess::hidden};
}

// "error: …" of the only finding; empty if there is none.
std::string finding(const std::string& argument, const ServerView& seen)
{
    const auto found = path_findings(named_paths(words({argument}), in_files), seen);
    REQUIRE(found.size() < 2);
    if (found.empty())
        return "";
    const char* kinds[] = {"error: ", "warning: ", "note: "};
    return kinds[static_cast<int>(found.front().kind)] + found.front().text;
}

}

TEST_CASE("a path in an entry is found in each of its forms")
{
    using Texts = std::vector<std::string>;
    const struct {
        Texts arguments;
        Texts paths;
    } rows[] = {
        {{"."}, {"/work"}},
        {{".."}, {"/"}},
        {{"./data"}, {"/work/data"}},
        {{"../x/y"}, {"/x/y"}},
        {{"data/"}, {"/work/data ?"}},
        {{"data", "-y", "@scope/server", "--verbose"}, {"/work/data ?"}},
        {{"--repo=./data"}, {"/work/data"}},
        {{"--repo=data"}, {"/work/data ?"}},
        {{"--repo=other"}, {}},
        {{"--db-path", "./test.db"}, {"/work/test.db"}},
        {{"file:./app.db"}, {"/work/app.db"}},
        {{"file:///work/app.db"}, {"/work/app.db"}},
        {{"--url=sqlite:///app.db"}, {"/work/app.db ?"}},
        {{"sqlite:////work/app.db"}, {"/work/app.db"}},
        {{"~/notes"}, {"/home/u/notes"}},
        {{"~", "~//notes"}, {"/home/u ?", "/home/u/notes"}},
        {{"-v", "./data:/data:ro"}, {"/work/data"}},
        {{"--volume", "/opt:/x", "--volume=.:/y"}, {"/opt", "/work"}},
        {{"https://example.com/work", "//host/x", ""}, {}},
        {{std::string("a\nb"), std::string("./a\0b", 5)}, {}},
    };
    for (const auto& row : rows) {
        INFO(row.arguments.front());
        CHECK(paths_of(words(row.arguments)) == row.paths);
    }
}

TEST_CASE("the program, cwd and variables can be paths, too")
{
    EntryWords entry = words({"run", "/in/the/container", "-v", "./data:/data"});
    entry.program = "/work/server.py";
    entry.written_program = "./server.py";
    entry.written_directory = "data";
    entry.directory = "/work/data";
    entry.variables = {{"HOME", "/home/u"}, {"PATH", "/opt:/bin"}, {"STORE", "/opt/tool"}};
    CHECK(paths_of(entry)
        == std::vector<std::string> {
            "/work/server.py", "/work/data", "/in/the/container", "/work/data/data", "/opt/tool"});
    entry.program = "docker";
    entry.written_directory.clear();
    entry.directory = "/work";
    CHECK(paths_of(entry) == std::vector<std::string> {"/work/data"});
}

TEST_CASE("the longest place decides what a server can do with a path")
{
    ServerView seen = view(PathAccess::read);
    CHECK(access_to(seen, "/home/u/notes") == PathAccess::hidden);
    CHECK(access_to(seen, "/home/user") == PathAccess::read);
    CHECK(access_to(seen, "/home/u/.cache/own/x") == PathAccess::write);
    CHECK(access_to(seen, "/tmp/x") == PathAccess::own_copy);
    CHECK(access_to(seen, "/work/data/id_rsa") == PathAccess::hidden);
    CHECK(access_to(seen, "/opt/id_rsa") == PathAccess::read);
    seen.places.push_back({"/work/.env", PathAccess::read});
    CHECK(access_to(seen, "/work/.env") == PathAccess::read);
}

TEST_CASE("a finding says which key allows what the sandbox denies")
{
    const ServerView hidden = view(PathAccess::hidden);
    const ServerView read = view(PathAccess::read);
    const ServerView write = view(PathAccess::write);
    const struct {
        const char* argument;
        const ServerView& seen;
        const char* finding;
    } rows[] = {
        {".", hidden,
            "note: '.' is the workspace, in which it sees nothing; \"workspace\": \"read\" in its "
            "sandbox shows it"},
        {"./data", hidden,
            "error: './data' is hidden from it; \"workspace\": \"read\" or \"show\": [\"./data\"] "
            "in its sandbox shows it"},
        {"data", hidden,
            "warning: 'data' is hidden from it; \"workspace\": \"read\" or \"show\": [\"data\"] in "
            "its sandbox shows it"},
        {"--repo=~/notes", read,
            "error: '~/notes' is hidden from it; \"show\": [\"~/notes\"] in its sandbox shows it"},
        {"./.env", read,
            "error: './.env' is hidden from it; \"show\": [\"./.env\"] in its sandbox shows it"},
        {"/tmp/x", read,
            "error: '/tmp/x' is not seen: the server has a /tmp of its own; \"show\" or \"write\" "
            "in its sandbox names what it uses there"},
        {"./test.db", read,
            "warning: it cannot write './test.db'; \"write\": [\".\"] in its sandbox allows its "
            "directory"},
        {"app.db", read,
            "warning: it cannot write 'app.db'; \"write\": [\".\"] in its sandbox allows its "
            "directory"},
        {"./data/out.txt", read,
            "warning: it cannot write './data/out.txt'; \"write\": [\"./data\"] in its sandbox "
            "allows its directory"},
        {"./no/such.txt", read, ""},
        {"--route=/api", read, ""},
        {".", read,
            "note: it can read '.', not change it; \"workspace\": \"write\" in its sandbox allows "
            "that"},
        {"./server.py", read, ""},
        {"/opt", read, ""},
        {".", write, ""},
        {"./test.db", write, ""},
    };
    for (const auto& row : rows) {
        INFO(row.argument);
        CHECK(finding(row.argument, row.seen) == row.finding);
    }
}
