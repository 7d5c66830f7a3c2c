#include "catch.hpp"
#include "tools/exec/output/capture.hpp"

#include "toolkit/text/text.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace exec::output;
using namespace toolkit::text;
using namespace toolkit::workspace;

// A workspace that is gone with the object.
struct Ground {
    Ground() { mkdtemp(path.data()); }
    ~Ground() { std::filesystem::remove_all(path); }
    std::string path = (std::filesystem::temp_directory_path() / "capture-XXXXXX").string();
};

static std::string repeat(const std::string& text, std::size_t count)
{
    std::string result;
    while (count-- > 0)
        result += text;
    return result;
}

// With "<file>" in the place of the name, which is random.
static std::string kept(
    const Workspace& workspace, std::size_t most, const std::string& bytes, std::size_t chunk)
{
    Capture capture(most, Spill(workspace, "stdout", 1 << 20));
    for (std::size_t at = 0; at < bytes.size(); at += chunk)
        capture.append(std::string_view(bytes).substr(at, chunk));
    std::string text = capture.text();
    const std::string name = capture.file().path();
    if (const std::size_t at = text.find(name); !name.empty() && at != std::string::npos)
        text.replace(at, name.size(), "<file>");
    return text;
}

TEST_CASE("head and tail are cut between lines, or between characters where a line is long")
{
    const auto whole = [](const std::string& missing) {
        return "[" + missing + " newlines left out; the whole is in <file>]\n";
    };
    const struct {
        std::size_t most;
        std::string bytes;
        std::string kept;
    } rows[] = {
        {8, "", ""},
        {8, "12345678", "12345678"},
        {8, "1\n2\n3\n4\n5\n", "1\n2\n" + whole("2 bytes, 1") + "4\n5\n"},
        {8, "123456789", "1234\n" + whole("1 bytes, 0") + "6789"},
        {8, "1\n2\n3\n4\n5\nx", "1\n2\n" + whole("4 bytes, 2") + "5\nx"},
        {8,
            "a\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
            "b",
            "a\xc3\xa9\n" + whole("4 bytes, 0")
                + "\xc3\xa9"
                  "b"},
        {4, repeat("\xf0\x9f\x99\x82", 3), whole("12 bytes, 0")},
        {0, "x\n", whole("2 bytes, 1")},
        {1, "x\n", whole("1 bytes, 0") + "\n"},
        {10, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
            "\xff\xff\xff\xff\xff\n" + whole("1 bytes, 0") + "\xff\xff\xff\xff\xff"},
    };
    const Ground ground;
    const Workspace workspace({.root = ground.path, .protect = {}});
    for (const auto& row : rows)
        for (const std::size_t chunk : {std::size_t {1}, std::size_t {3}, std::size_t {1000}}) {
            INFO("at most " << row.most << " of '" << printable(row.bytes) << "' in pieces of "
                            << chunk);
            CHECK(kept(workspace, row.most, row.bytes, chunk) == row.kept);
        }
}

TEST_CASE("a cut output that is text stays text, and what is left, missing and total add up")
{
    const Ground ground;
    const Workspace workspace({.root = ground.path, .protect = {}});
    const std::string line = "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x99\x82\n";
    for (std::size_t most = 0; most < 90; ++most) {
        const std::string bytes = repeat(line, 8);
        const std::string text = kept(workspace, most, bytes, 7);
        INFO("at most " << most);
        CHECK(is_utf8(text));
        const std::size_t at = text.find('[');
        const std::size_t end = text.find("]\n");
        REQUIRE(at != std::string::npos);
        const std::size_t missing = std::strtoul(text.c_str() + at + 1, nullptr, 10);
        const std::size_t left = at + text.size() - end - 2;
        const std::size_t added_line_end
            = left + missing - bytes.size(); // where the head ends inside a line
        CHECK(added_line_end <= 1);
        CHECK(left <= most + 1);
    }
}

TEST_CASE("the file takes the whole, up to its limit")
{
    const Ground ground;
    const Workspace workspace({.root = ground.path, .protect = {}});
    Capture capture(10, Spill(workspace, "stderr", 1000));
    for (int count = 0; count < 100; ++count)
        capture.append("0123456789\n");
    std::ifstream file(ground.path + "/" + capture.file().path());
    std::stringstream content;
    content << file.rdbuf();
    CHECK(capture.total_bytes() == 1100);
    CHECK(capture.file().is_cut());
    CHECK(content.str() == repeat("0123456789\n", 100).substr(0, 1000));
}

TEST_CASE("memory does not grow with the output")
{
    const Ground ground;
    const Workspace workspace({.root = ground.path, .protect = {}});
    Capture capture(1000, Spill(workspace, "stdout", 0));
    const std::string chunk = repeat("0123456789\n", 5000);
    for (int count = 0; count < 1000; ++count)
        capture.append(chunk);
    CHECK(capture.total_bytes() == 55'000'000);
    CHECK(capture.held_bytes() < 1'000'000);
    CHECK(capture.text().size() < 1200);
}
