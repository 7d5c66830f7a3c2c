#include "catch.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <climits>
#include <filesystem>

using namespace toolkit::change;
using namespace toolkit::system;
using namespace toolkit::workspace;

using namespace std::string_literals;

static const Plan plan {
    .changes = {
        {"a", "replaced", ".agentcli-tmp-1", Identity {2, 3, 4, 5},
            Identity {3, 9, 4, 999'999'999}},
        {".", "new\nline", ".agentcli-tmp-2", {}, Identity {UINT64_MAX, 0, -1, 0}},
        {"b", "removed", ".agentcli-tmp-3", Identity {4, INT64_MAX, 4, 5}, {}},
        {"c", "", ".agentcli-tmp-4", {}, {}},
    },
    .new_directories = {"d", "d/e"},
};

static std::string shown(const PlannedChange& change)
{
    const auto text = [](const std::optional<Identity>& identity) {
        return identity ? std::to_string(identity->inode) + "/" + std::to_string(identity->seconds)
                + "/" + std::to_string(identity->size) + "/" + std::to_string(identity->nanoseconds)
                        : "none";
    };
    return change.directory + " " + change.name + " " + change.temporary + " " + text(change.old)
        + " " + text(change.future);
}

TEST_CASE("a journal says what was written into it")
{
    const auto read = parse_journal(plan_text(plan) + prepared_text(plan) + done_text());
    REQUIRE(read);
    CHECK(read->is_prepared);
    CHECK(read->is_done);
    CHECK(read->new_directories == plan.new_directories);
    REQUIRE(read->changes.size() == plan.changes.size());
    for (std::size_t index = 0; index < plan.changes.size(); ++index)
        CHECK(shown(read->changes[index]) == shown(plan.changes[index]));
}

TEST_CASE("a journal that is cut short promises no more than it says")
{
    const std::string planned = plan_text(plan);
    const std::string prepared = planned + prepared_text(plan);
    const std::string whole = prepared + done_text();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto read = parse_journal(whole.substr(0, size));
        INFO(size);
        REQUIRE(read);
        CHECK(read->is_prepared == (size >= prepared.size()));
        CHECK_FALSE(read->is_done);
        CHECK(read->changes.size() == (size < planned.size() ? 0 : plan.changes.size()));
    }
}

TEST_CASE("what is no journal is not taken for one")
{
    const auto text = GENERATE("x"s, "agentcli journal 2\0"s, "\0"s, "{}"s);
    CHECK_FALSE(parse_journal(text));
}

TEST_CASE("what more follows makes a journal none")
{
    const std::string planned = plan_text(plan);
    const std::string prepared = planned + prepared_text(plan);
    const auto more
        = GENERATE("\0"s, "x\0"s, "x"s, std::string(100'000, '\0'), std::string(PATH_MAX, 'd'));
    CHECK_FALSE(parse_journal(prepared + done_text() + more));
    CHECK_FALSE(parse_journal(prepared + more));
    CHECK_FALSE(parse_journal(planned + "x\0"s + more));
    CHECK_FALSE(parse_journal(plan_text({}) + more));
}

TEST_CASE("a journal with wrong numbers is none")
{
    const auto count = GENERATE("-1"s, ""s, "x"s, "99999999999999999999"s, "100001"s, "1 "s);
    CHECK_FALSE(
        parse_journal("agentcli journal 1\0"s + count + '\0' + count + '\0' + "planned\0"s));
}

TEST_CASE("a journal that would be too long to be read is not written")
{
    Plan long_plan;
    for (int index = 0; index < 20'000; ++index)
        long_plan.changes.push_back(
            {std::string(2000, 'd'), std::to_string(index), std::to_string(index), {}});
    std::string name = std::filesystem::temp_directory_path() / "journal.XXXXXX";
    const std::filesystem::path root = mkdtemp(name.data());
    const Workspace workspace({.root = root, .protect = {}});
    CHECK_THROWS_AS(Journal(workspace, long_plan), ToolError);
    long_plan.changes.resize(10'000);
    CHECK_NOTHROW(Journal(workspace, long_plan));
    CHECK(std::filesystem::is_empty(root));
    std::filesystem::remove_all(root);
}
