#include "catch.hpp"

#include "frontends/chat/change_texts.hpp"

#include <cstdlib>

using namespace frontends::chat;
using runner::start::undo_rows;
using toolkit::Json;

static const Json answer {{"files",
    {{{"path", "src/parser.cpp"}, {"action", "modified"}, {"plan", "restore"},
         {"plans", {"restore", "keep"}}, {"added", 1U}, {"removed", 3U}, {"steps", {1U}}},
        {{"path", "fmt.py"}, {"action", "modified"}, {"plan", "restore"},
            {"plans", {"restore", "keep"}}, {"added", 1U}, {"removed", 1U}, {"steps", {2U, 1U}}},
        {{"path", "README.md"}, {"action", "modified"}, {"plan", "merge"},
            {"plans", {"merge", "restore", "keep"}}, {"reason", "was changed since"}, {"added", 3U},
            {"removed", 10U}, {"linesSince", 2U}},
        {{"path", "config.json"}, {"action", "kept"}, {"plan", "keep"},
            {"plans", {"restore", "keep"}}, {"reason", "was changed since"}, {"linesSince", 1U}},
        {{"path", "dir"}, {"action", "kept"}, {"plan", "keep"}, {"plans", {"keep"}},
            {"reason", "is a directory now"}},
        {{"path", "src/old.cpp"}, {"action", "unchanged"}, {"plan", "done"}}}}};

TEST_CASE("an undo is a table of its files")
{
    CHECK(runner::start::undo_table(undo_rows(answer))
        == "restore  src/parser.cpp  +1 -3\n"
           "restore  fmt.py          +1 -1\n"
           "merge    README.md       +3 -10  2 lines of yours stay\n"
           "keep     config.json             the same lines were changed since\n"
           "keep     dir                     is a directory now\n"
           "done     src/old.cpp             is already as it was\n");
    CHECK(runner::start::undo_summary("undone", answer)
        == "undone · 3 files · kept config.json, dir");
}

TEST_CASE("a row of the list has the plans that can be chosen, and what each of them means")
{
    const auto rows = undo_rows(answer);
    const auto row = [&](std::size_t index) {
        return pick_row(rows[index], {{2, "npm run format"}});
    };
    CHECK(row(0).actions.size() == 2);
    CHECK(row(0).actions[0].note.empty());
    CHECK(row(1).actions[0].note == "changed by: npm run format");
    const auto merge = row(2);
    REQUIRE(merge.actions.size() == 3);
    CHECK(merge.action == 1);
    CHECK(merge.actions[0].name == "restore");
    CHECK(merge.actions[0].warns);
    CHECK(merge.actions[0].note == "your 2 lines go; /redo brings them back");
    CHECK(merge.actions[1].note == "2 lines of yours stay");
    CHECK_FALSE(merge.actions[2].counts);
    const auto kept = row(3);
    REQUIRE(kept.actions.size() == 2);
    CHECK(kept.action == 0);
    CHECK(kept.actions[0].note == "→ restore · the same lines were changed since");
    CHECK(kept.actions[1].note == "your 1 line goes; /redo brings it back");
    CHECK(row(4).actions.size() == 1);
    CHECK(row(4).actions[0].note == "is a directory now");
    CHECK(row(5).actions[0].name == "done");
    CHECK_FALSE(row(5).actions[0].counts);
}

TEST_CASE("a turn is a heading and a diff of each file")
{
    const TurnChanges turn {.number = 3, .causes = {{2, "npm run format"}}};
    const Json shown {{"files",
        {{{"path", "a"}, {"action", "modified"}, {"added", 1U}, {"removed", 1U},
             {"diff", "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-1\n+2\n"}, {"steps", {2U}},
             {"linesSince", 2U}},
            {{"path", "b"}, {"action", "deleted"}, {"reason", "binary"}, {"linesSince", 0U}}}}};
    CHECK(turn_text(turn, shown)
        == "turn 3 · 2 files · +1 -1\n"
           "a · +1 -1 · by the command: npm run format"
           " · 2 lines were changed since by something else\n"
           "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-1\n+2\n"
           "b · removed · binary · was changed since by something else\n");
}

TEST_CASE("a time is short, and local")
{
    setenv("TZ", "UTC", 1); // NOLINT(concurrency-mt-unsafe): one thread
    tzset();
    const std::time_t now = 1'800'000'000; // 2027-01-15T08:00:00Z
    CHECK(short_time(0, now).empty());
    CHECK(short_time(std::int64_t {now} * 1000 - 60'000, now) == "07:59");
    CHECK(short_time((std::int64_t {now} - 9 * 3600) * 1000, now) == "yesterday 23:00");
    CHECK(short_time((std::int64_t {now} - 3 * 86400) * 1000, now) == "Jan 12 08:00");
}

TEST_CASE("a command is one line")
{
    CHECK(command_text({{"command", "make\ntest"}, {"timeoutSec", 30}}) == "make …");
    CHECK(command_text({{"cmd", "npm"}, {"args", {"run", "format"}}}) == "npm run format");
    CHECK(command_text({{"name", "x"}}) == "x");
    CHECK(command_text({{"command", "a\x1b[31m"}}).find('\x1b') == std::string::npos);
}
