#include "catch.hpp"

#include "agent/calls/client_roots.hpp"
#include "toolkit/json/json.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using agent::calls::part_of_roots;
using agent::calls::path_of_file_uri;
using agent::calls::WorkspacePart;
using toolkit::Json;

TEST_CASE("the path that a URI of a file names (B8)")
{
    struct Row {
        const char* uri;
        const char* path;
    };
    for (const auto& [uri, path] : {Row {"file:///a/b", "/a/b"}, Row {"FILE://localhost/a", "/a"},
             Row {"file:///a%20b%2F%c3%a4", "/a b/\xc3\xa4"}, Row {"file://server/a", ""},
             Row {"file:/a", ""}, Row {"file://", ""}, Row {"file:///a%2", ""},
             Row {"file:///a%", ""}, Row {"file:///a%zz", ""}, Row {"file:///a%00", ""},
             Row {"file:///a?b", ""}, Row {"file:///a#b", ""}, Row {"https://a/b", ""},
             Row {"", ""}}) {
        INFO(uri);
        CHECK(path_of_file_uri(uri) == path);
    }
}

namespace {

struct RootScene {
    RootScene()
    {
        std::string name = std::filesystem::temp_directory_path() / "roots.XXXXXX";
        root = std::filesystem::canonical(mkdtemp(name.data()));
        for (const char* made : {"w/one", "w/two", "other"})
            std::filesystem::create_directories(root / made);
        std::ofstream(root / "w/file") << "text";
        std::filesystem::create_directory_symlink("../other", root / "w/out");
        std::filesystem::create_directory_symlink("w/one", root / "in");
    }
    ~RootScene() { std::filesystem::remove_all(root); }
    RootScene(const RootScene&) = delete;
    RootScene& operator=(const RootScene&) = delete;

    WorkspacePart part(const std::vector<std::string>& names) const
    {
        Json roots = Json::array();
        for (const auto& name : names)
            roots.push_back({{"uri", "file://" + (root / name).string()}});
        return part_of_roots({{"roots", roots}}, (root / "w").string());
    }

    std::filesystem::path root;
};

}

TEST_CASE("roots narrow a workspace to those that lie in it, and never widen it (B8)")
{
    const RootScene scene;
    const std::string one = scene.root / "w/one";
    const std::string two = scene.root / "w/two";
    using Directories = std::vector<std::string>;
    CHECK(scene.part({"w/one"}).directories == Directories {one});
    CHECK(scene.part({"other", "w/two", "in", "missing"}).directories == Directories {two, one});
    for (const char* all : {"w", ".", ""}) {
        const WorkspacePart part = scene.part({"w/one", all});
        CHECK(part.directories.empty());
        CHECK_FALSE(part.refusal);
    }
    for (const char* none : {"other", "missing", "w/out", "w/file", "w/missing"}) {
        INFO(none);
        const WorkspacePart part = scene.part({none});
        REQUIRE(part.refusal);
        CHECK(part.refusal->message.find((scene.root / none).string()) != std::string::npos);
        CHECK(part.refusal->message.find((scene.root / "w").string()) != std::string::npos);
    }
    for (const Json& result : {Json(), Json {{"roots", 5}}, Json {{"roots", Json::array()}},
             Json {{"roots", {5, {{"uri", 5}}}}}})
        CHECK(part_of_roots(result, "/w").refusal);
}
