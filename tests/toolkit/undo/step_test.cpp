#include "toolkit/undo/step.hpp"

#include "catch.hpp"

namespace undo = toolkit::undo;

static const std::string some_hash(64, 'a');

static undo::Step every_kind_of_change()
{
    const undo::Kept file {
        .name = "0", .size = 3, .inode = 7, .seconds = -1, .nanoseconds = 999999999};
    undo::Kept tree = file;
    tree.kind = undo::Kind::tree;
    tree.sha256 = some_hash;
    undo::Step step {
        {12, 34, 56}, "2026-11-23T09:00:00.000Z", "a_tool", some_hash, {11, 9}, {8}, {}};
    step.changes = {
        {.action = undo::Action::created, .path = "new \xff\n\"name\"", .new_sha256 = some_hash},
        {.action = undo::Action::modified,
            .path = "a/b",
            .new_sha256 = some_hash,
            .copy = "1",
            .kept = file},
        {.action = undo::Action::deleted, .path = "c", .kept = tree},
        {.action = undo::Action::deleted, .path = "link", .link_target = "\xfe/x"},
        {.action = undo::Action::deleted, .path = "empty", .directory_mode = 0750},
        {.action = undo::Action::deleted, .path = "like", .kept = tree, .directory_mode = 0750},
        {.action = undo::Action::moved, .path = "to", .kind = undo::Kind::tree, .from = "from"},
        {.action = undo::Action::made_directory, .path = "made"},
    };
    return step;
}

TEST_CASE("a line of the log says all of a step")
{
    const std::string line = undo::line_of(every_kind_of_change());
    REQUIRE(line.back() == '\n');
    CHECK(line.find('\n') == line.size() - 1);
    const auto step = undo::parse_line(std::string_view(line).substr(0, line.size() - 1));
    REQUIRE(step);
    CHECK(undo::line_of(*step) == line);
    CHECK(step->is_undo());
    CHECK(step->changes[0].path == "new \xff\n\"name\"");
    const auto head = undo::parse_head(line);
    REQUIRE(head);
    CHECK(head->number == 12);
    CHECK(head->bytes == 34);
    CHECK(head->sum == 56);
}

TEST_CASE("a line that is cut anywhere is none")
{
    const std::string line = undo::line_of(every_kind_of_change());
    for (std::size_t size = 0; size + 1 < line.size(); ++size)
        CHECK(!undo::parse_line(std::string_view(line).substr(0, size)));
}

TEST_CASE("a line that no tool writes is none")
{
    const auto line = [](const std::string& change) {
        return R"({"n":1,"bytes":0,"sum":0,"ts":"t","tool":"t","requestSha256":"r","changes":[)"
            + change + "]}";
    };
    const std::string created
        = R"({"path":"a","action":"created","newSha256":")" + some_hash + "\"}";
    REQUIRE(undo::parse_line(line(created)));
    for (const char* path :
        {"", ".", "..", "/a", "a/..", "../a", "a/../b", "a//b", "a/", "./a", "a\\u0000b"}) {
        INFO(path);
        std::string change = created;
        change.replace(change.find("\"a\""), 3, "\"" + std::string(path) + "\"");
        CHECK(!undo::parse_line(line(change)));
    }
    for (const char* change :
        {R"({})", R"(7)", R"({"path":"a"})", R"({"path":"a","action":"created"})",
            R"({"path":"a","action":"created","newSha256":"xyz"})",
            R"({"path":"a","action":"deleted"})",
            R"({"path":"a","action":"deleted","linkTarget":"b","directoryMode":511})",
            R"({"path":"a","action":"deleted","directoryMode":511,"kept":{"name":"1","size":1,"inode":1,"ctime":[1,1]}})",
            R"({"path":"a","action":"deleted","kept":{"name":"../1","size":1,"inode":1,"ctime":[1,1]}})",
            R"({"path":"a","action":"deleted","kept":{"name":"1","size":-1,"inode":1,"ctime":[1,1]}})",
            R"({"path":"a","action":"deleted","kept":{"name":"1","size":1,"inode":1,"ctime":[1]}})",
            R"({"path":"a","action":"moved","kind":"file"})",
            R"({"path":"a","action":"moved","from":"../b"})"}) {
        INFO(change);
        CHECK(!undo::parse_line(line(change)));
    }
    for (const char* head : {R"({"n":0,"bytes":0,"sum":0,)", R"({"n":-1,"bytes":0,"sum":0,)",
             R"({"n":1,"bytes":2,"sum":1,)", R"({"n":1,"bytes":-2,"sum":-1,)",
             R"({"n": 1,"bytes":0,"sum":0,)", R"({"n":1,"bytes":0,"sum":9223372036854775807,)"}) {
        INFO(head);
        CHECK(!undo::parse_head(head));
    }
}
