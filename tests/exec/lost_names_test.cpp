#include "catch.hpp"

#include "tools/exec/git/lost_names.hpp"

#include <string>

using namespace exec::git;

static const std::string one(40, 'a');
static const std::string two(40, 'b');
static const std::string three(40, 'c');
static const std::string zeros(40, '0');
static constexpr std::int64_t start = 1'700'000'000;

static std::string line(const std::string& was, const std::string& now, std::int64_t time = start)
{
    return was + " " + now + " A <a@b> " + std::to_string(time) + " +0000\tcommit: x\n";
}

static Texts repository()
{
    return {{"HEAD", "ref: refs/heads/main\n"}, {"refs/heads/main", two + "\n"},
        {"logs/HEAD", line(zeros, one, 5) + line(one, two, 6)},
        {"logs/refs/heads/main", line(zeros, one, 5) + line(one, two, 6)}, {"index", "DIRC"}};
}

static std::vector<std::string> ids_of(const LostNames& lost)
{
    std::vector<std::string> ids;
    for (const auto& each : lost.lines)
        ids.push_back(each.id);
    return ids;
}

TEST_CASE("refs are read from loose files and packed-refs, and a loose one hides a packed one")
{
    const Texts texts {{"HEAD", one + "\n"}, {"refs/heads/main", two + "\n"},
        {"refs/remotes/o/HEAD", "ref: refs/remotes/o/main\n"}, {"logs/HEAD", line(one, two)},
        {"packed-refs",
            "# pack-refs with: peeled\n" + one + " refs/heads/main\n" + three + " refs/tags/v\n^"
                + one + "\n"},
        {"refs/heads/logs/x", three + "\n"}};
    CHECK(refs_in(texts)
        == std::map<std::string, std::string> {{"HEAD", one}, {"refs/heads/main", two},
            {"refs/tags/v", three}, {"refs/heads/logs/x", three}});
}

TEST_CASE("a commit loses nothing, and its ref is recorded by its own reflog")
{
    const Texts before = repository();
    Texts after = before;
    after["refs/heads/main"] = three + "\n";
    after["logs/HEAD"] += line(two, three);
    after["logs/refs/heads/main"] += line(two, three);
    const LostNames lost = lost_names(before, after, start);
    CHECK(lost.lines.empty());
    CHECK(lost.moved.empty());
}

TEST_CASE("ids of a removed branch are kept with the rest of their lines")
{
    Texts before = repository();
    before["refs/heads/topic"] = three + "\n";
    before["logs/refs/heads/topic"] = line(zeros, three, 7);
    const LostNames lost = lost_names(before, repository(), start);
    CHECK(ids_of(lost) == std::vector {three});
    CHECK(lost.lines.front().rest == "A <a@b> 7 +0000\tcommit: x (logs/refs/heads/topic)");
    CHECK(lost.moved.size() == 1);
    CHECK(!lost.moved.front().now);
}

TEST_CASE("a branch that was renamed loses nothing")
{
    Texts before = repository();
    before["refs/heads/topic"] = three + "\n";
    before["logs/refs/heads/topic"] = line(zeros, one, 6) + line(one, three, 7);
    Texts after = repository();
    after["refs/heads/theme"] = three + "\n";
    after["logs/refs/heads/theme"] = before["logs/refs/heads/topic"] + line(three, three);
    CHECK(lost_names(before, after, start).lines.empty());
}

TEST_CASE("a forged line does not hide a loss")
{
    Texts before = repository();
    before["refs/heads/topic"] = three + "\n";
    for (const std::string& forged : {line(two, three, 1000), line(two, two) + three + "\n",
             two + " " + two + " A <a@b> " + std::to_string(start) + " +0000\t" + three + "\n",
             two + " " + three + "\n"}) {
        Texts after = repository();
        after["logs/HEAD"] += forged;
        CHECK(ids_of(lost_names(before, after, start)) == std::vector {three});
    }
    Texts after = repository();
    after["logs/refs/heads/none"] = line(two, three); // of no ref: git may remove it
    CHECK(ids_of(lost_names(before, after, start)) == std::vector {three});
}

TEST_CASE("what no git command removes is put back")
{
    const Texts before = repository();
    const RepositoryState whole {true, {}};
    for (const char* path : {"HEAD", "index", "logs/HEAD", "logs/refs/heads/main"}) {
        Texts after = before;
        after.erase(path);
        CHECK(files_to_put_back(before, after, whole) == std::vector {std::string(path)});
    }
    Texts after = before;
    after["refs/heads/main"] = zeros + "\n"; // the only ref
    CHECK(files_to_put_back(before, after, whole) == std::vector<std::string> {"refs/heads/main"});
    after = {};
    CHECK(files_to_put_back(before, after, {false, {}}).size() == before.size());
    after = before;
    CHECK(files_to_put_back(before, after, whole).empty());
}

TEST_CASE("files of a working tree that was removed stay away")
{
    Texts before = repository();
    before["worktrees/wt/HEAD"] = "ref: refs/heads/topic\n";
    before["worktrees/wt/index"] = "DIRC";
    Texts after = repository();
    CHECK(files_to_put_back(before, after, {true, {}}).empty());
    CHECK(files_to_put_back(before, after, {true, {"wt"}}).size() == 2);
}

TEST_CASE("a reflog line is read as git writes it, and nothing else")
{
    CHECK(lines_of_log(line(zeros, one, 12)).front().time() == 12);
    for (const std::string& text : {std::string("x\n"), one + "\n", one + " " + two + "\n",
             one + " " + two + " A <a@b> \n", one + " " + two + " A <a@b> 12\n",
             one + " " + two + " A <a@b> -1 +0000\tx\n", std::string("\0\n", 2)})
        CHECK(lines_of_log(text).empty());
}
