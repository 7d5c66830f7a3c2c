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

static std::string log_of_main() { return line(zeros, one, 5) + line(one, two, 6); }

static const std::string index_of_nothing = std::string("DIRC\0\0\0\2\0\0\0\0", 12) + one;

static Texts repository()
{
    return {{"HEAD", "ref: refs/heads/main\n"}, {"refs/heads/main", two + "\n"},
        {"logs/HEAD", log_of_main()}, {"logs/refs/heads/main", log_of_main()},
        {"index", index_of_nothing}};
}

static Texts with_topic()
{
    Texts texts = repository();
    texts["refs/heads/topic"] = three + "\n";
    return texts;
}

static std::vector<std::string> ids_of(const LostNames& lost)
{
    std::vector<std::string> ids;
    for (const auto& each : lost.lines)
        ids.push_back(each.id);
    return ids;
}

static LostNames lost_in(const Texts& before, const Texts& after, const RepositoryState& state = {})
{
    return lost_names({before, start}, after, state);
}

// Returns the ids that are lost once the files are repaired.
static std::vector<std::string> lost_after_repair(
    const Texts& before, Texts after, const RepositoryState& state = {})
{
    repair_of(before, after, state);
    return ids_of(lost_in(before, after, state));
}

TEST_CASE("refs are read from loose files and packed-refs, and a loose one hides a packed one")
{
    const Texts texts {{"HEAD", one + "\n"}, {"refs/heads/main", two + "\n"},
        {"refs/remotes/o/HEAD", "ref: refs/remotes/o/main\n"}, {"logs/HEAD", line(one, two)},
        {"packed-refs",
            "# pack-refs with: peeled\n" + one + " refs/heads/main\n" + three + " refs/tags/v\n^"
                + one + "\n" + three + " refs/heads/broken\n"},
        {"refs/heads/logs/x", three + "\n"}, {"refs/heads/broken", "junk\n"}};
    CHECK(refs_in(texts)
        == Refs {{"HEAD", one}, {"refs/heads/main", two}, {"refs/tags/v", three},
            {"refs/heads/logs/x", three}});
}

TEST_CASE("a file whose name git does not take for that of a ref names nothing")
{
    for (const char* name :
        {"refs/.x", "refs/heads/d.lock/x", "refs/heads/a..b", "refs/heads/x.", "refs/heads/a b",
            "refs/heads/x@{1}", "refs/heads/x.lock", "refs/a\\b", "refs/heads", "worktrees/x"})
        CHECK(refs_in({{name, one + "\n"}}).empty());
    CHECK(refs_in({{"refs/heads/x", one + "x\n"}}).empty());
}

TEST_CASE("a commit loses nothing, and its ref is recorded by its own reflog")
{
    const Texts before = repository();
    Texts after = before;
    after["refs/heads/main"] = three + "\n";
    after["logs/HEAD"] += line(two, three);
    after["logs/refs/heads/main"] += line(two, three);
    const LostNames lost = lost_in(before, after);
    CHECK(lost.lines.empty());
    CHECK(lost.moved.empty());
    CHECK(repair_of(before, after, {}).removed.empty());
}

TEST_CASE("ids of a removed branch are kept, what a ref named from now on")
{
    Texts before = with_topic();
    before["logs/refs/heads/topic"] = line(zeros, one, 7) + line(std::string(40, 'd'), three, 8);
    const LostNames lost = lost_in(before, repository());
    CHECK(ids_of(lost) == std::vector {std::string(40, 'd'), three});
    CHECK(lost.lines.front().rest == "A <a@b> 8 +0000\tcommit: x (logs/refs/heads/topic)");
    CHECK(lost.lines.back().rest
        == "agentcli <agentcli@localhost> 1700000000 +0000\trefs/heads/topic was deleted");
    CHECK(lost.moved.size() == 1);
    CHECK(!lost.moved.front().now);
}

TEST_CASE("what a ref named is lost if only an old line of a reflog names it")
{
    Texts before = with_topic();
    before["logs/HEAD"] += line(two, three, 7) + line(three, two, 8);
    Texts after = before;
    after.erase("refs/heads/topic");
    CHECK(ids_of(lost_in(before, after)) == std::vector {three});
}

TEST_CASE("a stash that was dropped is kept from now on")
{
    Texts before = repository();
    before["refs/stash"] = one + "\n";
    before["logs/refs/stash"] = line(zeros, three, 7) + line(three, one, 8);
    const LostNames lost = lost_in(before, repository());
    CHECK(ids_of(lost) == std::vector {one, three});
    for (const auto& each : lost.lines)
        CHECK(each.rest.find("1700000000 +0000\t") != std::string::npos);
}

TEST_CASE("a branch that was renamed loses nothing")
{
    Texts before = with_topic();
    before["logs/refs/heads/topic"] = line(zeros, one, 6) + line(one, three, 7);
    Texts after = repository();
    after["refs/heads/theme"] = three + "\n";
    after["logs/refs/heads/theme"] = before["logs/refs/heads/topic"] + line(three, three);
    CHECK(lost_in(before, after).lines.empty());
}

TEST_CASE("a forged line does not hide a loss")
{
    const Texts before = with_topic();
    const std::string now = std::to_string(start);
    const std::string ids = two + " " + three;
    for (const std::string& forged : {line(two, three, 1000), line(two, two) + three + "\n",
             two + " " + two + " A <a@b> " + now + " +0000\t" + three + "\n", ids + "\n",
             ids + " A <a>b> " + now + " +0000\tx\n", ids + " A <a@b> " + now + " 0000\tx\n",
             ids + " A <a@b> " + now + " +0000\tx",
             ids + " A" + std::string(1, '\0') + " <a@b> " + now + " +0000\tx\n"}) {
        Texts after = repository();
        after["logs/HEAD"] += forged;
        CHECK(ids_of(lost_in(before, after)) == std::vector {three});
    }
    Texts after = repository();
    after["logs/refs/heads/none"] = line(two, three); // of no ref: git may remove it
    CHECK(ids_of(lost_in(before, after)) == std::vector {three});
}

TEST_CASE("a reflog whose ref is broken names nothing")
{
    Texts before = repository();
    before["logs/refs/heads/main"] += line(three, two, 7);
    Texts after = before;
    after["refs/heads/main"] = "junk\n";
    CHECK(ids_of(lost_in(before, after)).size() == 3);
    CHECK(lost_after_repair(before, after).empty()); // it is put back
}

TEST_CASE("refs in refs/agentcli name nothing")
{
    Texts after = repository();
    after["refs/agentcli"] = three + "\n";
    CHECK(lost_after_repair(with_topic(), after) == std::vector {three});
    after.erase("refs/agentcli");
    after["refs/agentcli/kept/x"] = three + "\n";
    CHECK(lost_after_repair(with_topic(), after) == std::vector {three});
    after.erase("refs/agentcli/kept/x");
    after[kept_ref] = three + "\n";
    CHECK(lost_after_repair(with_topic(), after) == std::vector {three});
}

TEST_CASE("the kept names may be packed")
{
    Texts before = repository();
    before[kept_ref] = three + "\n";
    before[std::string("logs/") + kept_ref] = line(zeros, three);
    Texts after = before;
    after.erase(kept_ref);
    after["packed-refs"] = three + " " + kept_ref + "\n";
    CHECK(repair_of(before, after, {}).put_back.empty());
    CHECK(lost_in(before, after).lines.empty());
    after.erase("packed-refs");
    CHECK(repair_of(before, after, {}).put_back == std::vector<std::string> {kept_ref});
}

TEST_CASE("what has the place of a file that is put back names nothing")
{
    Texts after = repository();
    after.erase("refs/heads/main");
    after["refs/heads"] = three + "\n";
    after.erase("logs/HEAD");
    after.erase("HEAD");
    CHECK(lost_after_repair(with_topic(), after).empty()); // all is put back
    Texts repaired = after;
    repair_of(repository(), repaired, {});
    CHECK(repaired == repository());
}

TEST_CASE("what no git command removes is put back")
{
    const Texts before = repository();
    for (const char* path : {"HEAD", "index", "logs/HEAD", "logs/refs/heads/main"}) {
        Texts after = before;
        after.erase(path);
        CHECK(repair_of(before, after, {}).put_back == std::vector {std::string(path)});
        CHECK(after == before);
    }
    Texts after = before;
    after["refs/heads/main"] = zeros + "\n"; // the only ref
    CHECK(repair_of(before, after, {}).put_back == std::vector<std::string> {"refs/heads/main"});
    after = {};
    CHECK(repair_of(before, after, {.has_refs = false}).put_back.size() == before.size());
    after = before;
    after.erase("index");
    CHECK(repair_of(before, after, {.unread = {"index"}}).put_back.empty());
    CHECK(repair_of(before, after, {}).put_back.size() == 1);
    CHECK(repair_of(before, after, {}).put_back.empty());
}

TEST_CASE("what git cannot read is removed if it is new, and else put back")
{
    Texts before = repository();
    before["packed-refs"] = "# pack-refs with: peeled fully-peeled sorted \n";
    const RepositoryState state {.has_object = [](const std::string& id) { return id != three; }};
    for (const char* path : {"refs/heads/x", "refs/heads/main"})
        for (const std::string& text : {std::string("?"), std::string(), three + "\n",
                 std::string("ref: refs/heads/a..b\n"), std::string("ref: x\n")}) {
            Texts after = before;
            after[path] = text;
            const Repair repair = repair_of(before, after, state);
            CHECK(after == before);
            CHECK(repair.removed.size() + repair.put_back.size() == 1);
        }
    for (const std::string& added : {three + " refs/heads/x\n", one + " refs/x", one + " x\n",
             std::string("x\n"), one + " refs/tags/b\n" + one + " refs/tags/a\n"}) {
        Texts after = before;
        after["packed-refs"] += added;
        CHECK(repair_of(before, after, state).put_back == std::vector<std::string> {"packed-refs"});
    }
    Texts after = before;
    after["packed-refs"] += one + " refs/tags/a\n^" + two + "\n" + two + " refs/tags/b\n";
    CHECK(repair_of(before, after, state).put_back.empty());
}

TEST_CASE("files of a working tree that was removed stay away, and its ids are kept")
{
    Texts before = repository();
    before["worktrees/wt/HEAD"] = three + "\n";
    before["worktrees/wt/gitdir"] = "/wt/.git\n";
    before["worktrees/wt/commondir"] = "../..\n";
    Texts after = repository();
    CHECK(repair_of(before, after, {}).put_back.empty());
    CHECK(ids_of(lost_in(before, after)) == std::vector {three});
    after["worktrees/other/HEAD"] = three + "\n"; // has no working tree
    CHECK(ids_of(lost_in(before, after)) == std::vector {three});
    after.erase("worktrees/other/HEAD");
    after["worktrees/other/refs/heads/x"] = three + "\n"; // git gc does not look there
    CHECK(ids_of(lost_in(before, after, {.working_trees = {"other"}})) == std::vector {three});
    after.erase("worktrees/other/refs/heads/x");
    CHECK(repair_of(before, after, {.working_trees = {"wt"}}).put_back.size() == 3);
    CHECK(lost_in(before, after, {.working_trees = {"wt"}}).lines.empty());
    const RepositoryState changed {.working_trees = {"wt"}, .changed_trees = {"wt"}};
    CHECK(ids_of(lost_in(before, after, changed)) == std::vector {three});
    after.erase("worktrees/wt/HEAD");
    after["worktrees/wt/logs/refs/heads/main"] = line(zeros, three); // git reads the shared one
    CHECK(ids_of(lost_in(before, after, {.working_trees = {"wt"}})) == std::vector {three});
}

TEST_CASE("ids that were noted are kept, too")
{
    const Texts texts = repository();
    const NamesBefore before {texts, start, {{three, {0, "refs/heads/x"}}, {one, {0, "On main"}}}};
    CHECK(ids_of(lost_names(before, texts, {})) == std::vector {one, three});
    const NamesBefore expired {texts, start, {{three, {12, "A <a@b> 12 +0000"}}}};
    CHECK(lost_names(expired, texts, {}).lines.front().rest == "A <a@b> 12 +0000");
    Texts stashed = with_topic();
    stashed["logs/refs/stash"] = line(zeros, one, 12);
    stashed["logs/HEAD"] = line(three, std::string(40, '7'), 12);
    const NamedIds names = noted_names(stashed);
    CHECK(names.size() == 4);
    CHECK(names.at(one).time == 0);
    CHECK(names.at(three).text == "refs/heads/topic");
    CHECK(names.at(std::string(40, '7')).time == 12);
}

TEST_CASE("a replaced object is said")
{
    Texts after = repository();
    after["refs/replace/" + one] = three + "\n";
    const auto moved = lost_in(repository(), after).moved;
    CHECK(moved.size() == 1);
    CHECK(moved.front().was.empty());
}

TEST_CASE("a reflog line is read as git writes it, and nothing else")
{
    CHECK(lines_of_log(line(zeros, one, 12)).front().time() == 12);
    for (const std::string& text : {std::string("x\n"), one + "\n", one + " " + two + "\n",
             one + " " + two + " A <a@b> \n", one + " " + two + " A <a@b> 12\n",
             one + " " + two + " A <a@b> -1 +0000\tx\n", std::string("\0\n", 2)})
        CHECK(lines_of_log(text).empty());
}
