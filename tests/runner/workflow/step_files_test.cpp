#include "catch.hpp"

#include "frontends/workflow/step_files.hpp"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

using namespace frontends::workflow;
using namespace toolkit;

namespace fs = std::filesystem;

namespace {

// A workspace, the current directory.
class TestPlace {
public:
    TestPlace()
    {
        std::string name = (fs::temp_directory_path() / "files-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
        fs::current_path(path);
    }
    ~TestPlace()
    {
        fs::current_path(before);
        fs::remove_all(path);
    }
    TestPlace(const TestPlace&) = delete;
    TestPlace& operator=(const TestPlace&) = delete;

private:
    fs::path before = fs::current_path();
    fs::path path;
};

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

// Without a byte on the disk.
void put_hole(const std::string& path, std::uintmax_t size)
{
    put(path, "");
    fs::resize_file(path, size);
}

std::string message_of(const std::function<void()>& work)
{
    try {
        work();
    } catch (const ToolError& error) {
        return error.message;
    }
    return "";
}

std::vector<YamlNode> pattern(const std::string& text)
{
    YamlNode node;
    node.text = text;
    return {node};
}

}

TEST_CASE("each line is an item, wherever a piece of the file ends")
{
    const TestPlace place;
    system::Cancel cancel;
    const std::string wide(300 << 10, 'x');
    put("a", "one\r\n\n" + wide + "\n" + wide + "y");
    CHECK(items_of_file("a", false, cancel) == std::vector<Json> {"one", "", wide, wide + "y"});
    put("b", "{\"a\":1}\n \n[]");
    CHECK(items_of_file("b", true, cancel) == std::vector<Json> {{{"a", 1}}, Json::array()});
    put("empty", "");
    CHECK(items_of_file("empty", false, cancel).empty());
    put("c", "1\n\n{\n");
    CHECK(message_of([&] { items_of_file("c", true, cancel); }).find("line 3 of 'c'")
        != std::string::npos);
    put("d", "a\n\xff\n");
    CHECK(message_of([&] { items_of_file("d", false, cancel); }) == "line 2 of 'd' is not UTF-8");
}

TEST_CASE("a file of items is refused by what it takes")
{
    const TestPlace place;
    system::Cancel cancel;
    const auto items = [&](const std::string& path) {
        return message_of([&] { items_of_file(path, false, cancel); });
    };
    put("many", std::string(max_items, '\n'));
    CHECK(items_of_file("many", false, cancel).size() == max_items);
    put("more", std::string(max_items + 1, '\n'));
    CHECK(items("more") == "'more' has more than 200000 items");
    put_hole("large", 200 << 20);
    CHECK(items("large") == "'large' has more than 64 MiB");
    put_hole("line", 40 << 20);
    CHECK(items("line") == "line 1 of 'line' has more than 16 MiB");
}

TEST_CASE("artifacts are hashed without being in memory, and refused by their size and number")
{
    const TestPlace place;
    system::Cancel cancel;
    put("a.txt", "a");
    CHECK(artifacts_of(pattern("*.txt"), cancel)
        == Json::parse(R"([{"path":"a.txt","bytes":1,"sha256":)"
                       R"("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}])"));
    put_hole("large", (1 << 30) + 1);
    CHECK(message_of([&] { artifacts_of(pattern("large"), cancel); })
        == "the artifact 'large' has more than 1 GiB");
    fs::create_directory("many");
    for (int number = 0; number <= 10'000; ++number)
        put("many/" + std::to_string(number), "");
    CHECK(message_of([&] { artifacts_of(pattern("many/*"), cancel); })
        == "more than 10000 files match the artifacts");
}

TEST_CASE("what takes long ends when the time is over")
{
    const TestPlace place;
    system::Cancel cancel;
    put("items", "one\n");
    put("artifact", "a");
    cancel.end_after(std::chrono::milliseconds(1));
    cancel.wait(std::chrono::seconds(10));
    CHECK(message_of([&] { items_of_file("items", false, cancel); }) == "interrupted");
    CHECK(message_of([&] { artifacts_of(pattern("artifact"), cancel); }) == "interrupted");
}
