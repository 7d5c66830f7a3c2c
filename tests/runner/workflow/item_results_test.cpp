#include "catch.hpp"

#include "frontends/workflow/item_results.hpp"
#include "state_directory.hpp"

#include <string>
#include <vector>

using namespace frontends::workflow;
using toolkit::Json;

static const agent::redaction::Redaction nothing_hidden {{}};

static RunDirectory run_in(const StateDirectory& state)
{
    return {{state.path, "r"}, {.workflow = "w", .sha256 = "f", .parameters = "p", .steps = {}},
        Parameters::as_before, nothing_hidden};
}

// The keys of those that are kept.
static std::vector<std::string> kept_in(
    const RunDirectory& run, const std::vector<ItemResult>& then = {})
{
    std::vector<std::string> keys;
    ItemResults results(run, {"each"}, nothing_hidden, [&](const ItemResult& item) {
        keys.push_back(item.key);
        return std::optional(item.index);
    });
    for (const auto& item : then)
        results.add(item);
    return keys;
}

TEST_CASE("items that were ok or skipped are kept, each once")
{
    const StateDirectory state;
    const RunDirectory run = run_in(state);
    CHECK(kept_in(run,
        {{.index = 0, .key = "a", .status = "ok", .output = {1}},
            {.index = 1, .key = "b", .status = "failed", .error = {{"code", "X"}}},
            {.index = 2, .key = "c", .status = "skipped"}})
              .empty());
    const std::string path = state.path + "/r/results-each.ndjson";
    CHECK(bytes_of(path)
        == "{\"index\":0,\"key\":\"a\",\"status\":\"ok\",\"output\":[1]}\n"
           "{\"index\":1,\"key\":\"b\",\"status\":\"failed\",\"output\":null,\"error\":{\"code\":"
           "\"X\"}}\n"
           "{\"index\":2,\"key\":\"c\",\"status\":\"skipped\",\"output\":null}\n");
    CHECK(kept_in(run, {{.index = 1, .key = "b", .status = "ok"}})
        == std::vector<std::string> {"a", "c"});
    CHECK(kept_in(run) == std::vector<std::string> {"a", "c", "b"});

    put_bytes(path,
        "{\"index\":0,\"key\":\"a\",\"status\":\"ok\"}\n"
        "{\"index\":0,\"key\":\"a\",\"status\":\"failed\"}\n"
        "{\"index\":1,\"key\":\"b\",\"status\":\"ok\"}\n{\"index\":2,");
    CHECK(kept_in(run) == std::vector<std::string> {"b"});
    CHECK(bytes_of(path) == "{\"index\":1,\"key\":\"b\",\"status\":\"ok\"}\n");
}

TEST_CASE("items that have moved are kept by another index, and those that are gone are not")
{
    const StateDirectory state;
    const RunDirectory run = run_in(state);
    kept_in(run,
        {{.index = 0, .key = "a", .status = "ok", .output = 1},
            {.index = 1, .key = "b", .status = "ok", .output = 2},
            {.index = 2, .key = "c", .status = "ok", .output = 3}});
    const ItemResults results(
        run, {"each"}, nothing_hidden, [](const ItemResult& item) -> std::optional<std::uint64_t> {
            if (item.key == "b")
                return std::nullopt;
            return item.key == "c" ? 0 : 5;
        });
    CHECK(bytes_of(results.path())
        == "{\"index\":5,\"key\":\"a\",\"status\":\"ok\",\"output\":1}\n"
           "{\"index\":0,\"key\":\"c\",\"status\":\"ok\",\"output\":3}\n");
}

TEST_CASE("an item of which something was redacted runs again")
{
    const StateDirectory state;
    const RunDirectory run = run_in(state);
    const agent::redaction::Redaction redaction {{.values = {"hunter2-hunter2"}}};
    ItemResults results(
        run, {"each"}, redaction, [](const ItemResult&) -> std::optional<std::uint64_t> {
            FAIL();
            return std::nullopt;
        });
    results.add({.index = 0, .key = "a", .status = "ok", .output = "hunter2-hunter2"});
    results.add({.index = 1, .key = "b", .status = "ok", .output = "x"});
    CHECK(bytes_of(results.path()).find("hunter2") == std::string::npos);
    CHECK(kept_in(run) == std::vector<std::string> {"b"});
}

TEST_CASE("results have names of files, one of each shard")
{
    CHECK(results_name("a[3].b", {}) == "results-a[3].b.ndjson");
    CHECK(results_name("a", Shard {2, 10}) == "results-a-2-of-10.ndjson");
    CHECK(results_name("a/b", {}).size() == 8 + 64 + 7);
    CHECK(results_name(std::string(300, 'a'), {}).size() == 8 + 64 + 7);
}

TEST_CASE("a line that is none is an error")
{
    const StateDirectory state;
    const RunDirectory run = run_in(state);
    for (const auto* line : {"x\n", "{}\n", "{\"index\":-1,\"key\":\"\",\"status\":\"ok\"}\n",
             "{\"index\":1,\"status\":\"ok\"}\n"}) {
        put_bytes(state.path + "/r/results-each.ndjson", line);
        CHECK_THROWS_AS(kept_in(run), toolkit::ToolError);
    }
}
