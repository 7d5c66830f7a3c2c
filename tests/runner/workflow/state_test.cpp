#include "catch.hpp"

#include "frontends/workflow/state.hpp"
#include "state_directory.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

using namespace frontends::workflow;
using toolkit::Code;
using toolkit::Json;
using toolkit::ToolError;
using Kept = Decision::Kind;

static const agent::redaction::Redaction no_secrets {{}};

static RunIdentity identity(const std::string& second = "2")
{
    return {.workflow = "w",
        .sha256 = "f" + second,
        .parameters = "p",
        .steps = {{"a", "1"}, {"b", second}, {"c", "3"}}};
}

static RunDirectory opened(const StateDirectory& state, const RunIdentity& of = identity(),
    Parameters parameters = Parameters::as_before)
{
    return {{state.path, "r"}, of, parameters, no_secrets};
}

static Json ok(const Json& output) { return {{"status", "ok"}, {"output", output}}; }

static void do_once(RunDirectory& run, const std::string& path, const Json& result)
{
    run.begin_attempt(path);
    run.end(path, result);
}

static std::string error_of(const auto& work)
{
    try {
        work();
    } catch (const ToolError& error) {
        return std::string(toolkit::system::wire_name(error.code)) + ": " + error.message;
    }
    return "";
}

TEST_CASE("a run that goes on keeps what is ok or skipped, and runs the rest")
{
    const StateDirectory state;
    {
        RunDirectory run = opened(state);
        CHECK_FALSE(run.is_resumed());
        run.begin("a");
        run.end("a", ok({{"n", 1}}));
        run.end("skipped", {{"status", "skipped"}});
        run.begin("b");
        run.end("b", {{"status", "failed"}});
        run.begin("c");
    }
    const RunDirectory run = opened(state);
    CHECK(run.is_resumed());
    CHECK(run.decision("a", false).kind == Kept::keep);
    CHECK(run.decision("a", false).result == ok({{"n", 1}}));
    CHECK(run.decision("skipped", false).kind == Kept::keep);
    CHECK(run.decision("b", false).kind == Kept::run);
    CHECK(run.decision("c", false).kind == Kept::run);
    CHECK(run.decision("new", true).kind == Kept::run);
    CHECK_FALSE(run.past().finished());
}

TEST_CASE("a finished run says how, and one that was begun again has not")
{
    const StateDirectory state;
    {
        RunDirectory run = opened(state);
        run.end("a", ok(1));
        run.finish({{"exitStatus", 0}, {"output", "x"}});
    }
    {
        RunDirectory run = opened(state);
        REQUIRE(run.past().finished());
        CHECK((*run.past().finished())["exitStatus"] == 0);
        run.begin("b");
    }
    CHECK_FALSE(opened(state).past().finished());
}

TEST_CASE("a once step that did not end is uncertain, until the operator says")
{
    const StateDirectory state;
    opened(state).begin_attempt("a");
    {
        RunDirectory run = opened(state);
        CHECK(run.decision("a", true).kind == Kept::uncertain);
        CHECK(run.decision("a", true).reason == "it had begun when the run ended");
        CHECK(error_of([&] {
            run.assume({"b", 1, true});
        }) == "BAD_REQUEST: nothing about the step 'b' is uncertain");
        run.assume({"a", 1, true});
        CHECK(run.decision("a", true).kind == Kept::keep);
    }
    CHECK(opened(state).decision("a", true).kind == Kept::keep);
    CHECK(opened(state).decision("a", true).result == Json {{"status", "ok"}});

    const StateDirectory other;
    opened(other).begin_attempt("a");
    opened(other).assume({"a", 1, false});
    CHECK(opened(other).decision("a", true).kind == Kept::run);
    opened(other).begin_attempt("a");
    CHECK(opened(other).decision("a", true).kind == Kept::uncertain);
}

TEST_CASE("an answer is about one attempt, and a stale one has no effect")
{
    const StateDirectory state;
    opened(state).begin_attempt("a");
    RunDirectory run = opened(state);
    CHECK(error_of([&] {
        run.assume({"a", std::nullopt, false});
    }) == "BAD_REQUEST: the answer about the step 'a' does not name an attempt");
    CHECK(error_of([&] {
        run.assume({"a", 2, false});
    }) == "BAD_REQUEST: the step 'a' has no attempt 2: its last one is 1");
    run.assume({"a", 1, false});
    CHECK(run.decision("a", true).kind == Kept::run);
    CHECK(run.past().attempts().open_in("a").empty());
    run.begin_attempt("a");
    run.assume({"a", 1, false});
    CHECK(run.decision("a", true).kind == Kept::uncertain);
    CHECK(run.attempt("a")->number == 2);
    CHECK(run.past().attempts().open_in("a").size() == 1);
    run.end("a", ok(1));
    CHECK(run.decision("a", true).result == ok(1));
    CHECK_NOTHROW(run.assume({"a", 1, false}));
    CHECK(error_of([&] {
        run.assume({"a", 2, false});
    }) == "BAD_REQUEST: nothing about the step 'a' is uncertain");
}

TEST_CASE("an attempt that has failed may be repeated if that is allowed or assumed")
{
    const StateDirectory state;
    const Json failed {{"status", "failed"}, {"exit_code", 3}};
    for (const AttemptEnd end : {AttemptEnd::failed, AttemptEnd::unusable, AttemptEnd::undone}) {
        RunDirectory run = opened(state);
        const std::string path(name_of(end));
        run.begin_attempt(path);
        run.end_attempt(path, end, failed);
        run.end(path, failed);
        run.begin_again("outer");
    }
    RunDirectory run = opened(state);
    for (const auto* path : {"failed", "unusable", "undone"}) {
        CAPTURE(path);
        CHECK(run.decision(path, true).kind == Kept::run);
        REQUIRE(run.attempt(path));
        CHECK(run.attempt(path)->result == failed);
        CHECK(run.attempt(path)->may_be_repeated() == (path == std::string("undone")));
        run.assume({path, 1, false});
        CHECK(run.attempt(path)->may_be_repeated());
        run.assume({path, 1, true});
        CHECK(run.decision(path, true).kind == Kept::keep);
    }
    CHECK(run.past().attempts().uncertain().empty());
}

TEST_CASE("all uncertain attempts are found, inside a step or in the whole run")
{
    const StateDirectory state;
    RunDirectory run = opened(state);
    for (const auto* path : {"a", "a.x", "a[1].y", "ab", "b"})
        run.begin_attempt(path);
    run.end("a[1].y", ok(1));
    using Paths = std::vector<std::string>;
    CHECK(run.past().attempts().open_in("a") == Paths {"a", "a.x"});
    run.end_attempt("a.x", AttemptEnd::unknown, {{"error", {{"message", "killed"}}}});
    CHECK(run.past().attempts().open_in("a") == Paths {"a"});
    const auto all = opened(StateDirectory()).past().attempts().uncertain();
    CHECK(all.empty());
    const auto some = run.past().attempts().uncertain();
    CHECK(some.size() == 4);
    CHECK(some.at("a.x").reason() == "killed");
    CHECK(some.at("b").reason() == "it had begun when the run ended");
}

TEST_CASE("an answer is a step, the number of an attempt, and done or undone")
{
    const Assumption answer = assumption_of("each[3].pay@12=undone");
    CHECK(answer.step == "each[3].pay");
    CHECK(answer.attempt == 12U);
    CHECK_FALSE(answer.is_done);
    CHECK_FALSE(assumption_of("pay=done").attempt);
    for (const auto* text : {"", "=", "pay", "pay=", "=done", "@1=done", "pay@=done", "pay@0=done",
             "pay@-1=done", "pay@1x=done", "pay@1=maybe", "pay@1"})
        CHECK(error_of([&] { assumption_of(text); }).starts_with("BAD_REQUEST"));
}

TEST_CASE("other items of a foreach, and another try, begin the steps inside anew")
{
    const StateDirectory state;
    {
        RunDirectory run = opened(state);
        run.begin("b");
        CHECK_FALSE(run.note_items("b", "of two"));
        CHECK(run.note_items("b", "of two"));
        run.end("b[0].x", ok(1));
        do_once(run, "b[0].y", ok(2));
    }
    {
        RunDirectory run = opened(state);
        CHECK(run.note_items("b", "of two"));
        CHECK(run.decision("b[0].x", false).kind == Kept::keep);
        CHECK(run.note_items("b", "of three"));
        CHECK(run.decision("b[0].x", false).kind == Kept::run);
        CHECK(run.decision("b[0].y", true).kind == Kept::uncertain);
        run.assume({"b[0].y", 1, true});
        run.end("b[0].x", ok(3));
    }
    {
        RunDirectory run = opened(state);
        CHECK(run.decision("b[0].x", false).result == ok(3));
        CHECK(run.decision("b[0].y", true).kind == Kept::keep);
        run.begin_again("b");
        CHECK(run.decision("b[0].x", false).kind == Kept::run);
        CHECK(run.decision("b[0].y", true).kind == Kept::keep);
    }
    RunDirectory run = opened(state);
    CHECK(run.decision("b[0].x", false).kind == Kept::run);
    run.end("b", ok(1));
    CHECK_FALSE(opened(StateDirectory()).note_items("b", "of three"));
}

TEST_CASE("a once step is not repeated by another try of what is around it")
{
    const StateDirectory state;
    RunDirectory run = opened(state);
    run.begin_attempt("b[0].y");
    run.end("b[0].y", ok(2));
    run.begin_again("b");
    CHECK(run.decision("b[0].y", true).result == ok(2));
}

TEST_CASE("what was redacted is on no disk, and is not restored")
{
    const StateDirectory state;
    const agent::redaction::Redaction redaction {{.values = {"hunter2-hunter2"}}};
    {
        RunDirectory run {{state.path, "r"}, identity(), Parameters::as_before, redaction};
        run.end("a", ok("the key is hunter2-hunter2"));
        do_once(run, "b", ok("hunter2-hunter2" + std::string(100'000, 'x')));
        run.finish({{"output", "hunter2-hunter2"}, {"exitStatus", 0}});
    }
    RunDirectory run = opened(state);
    CHECK(run.decision("a", false).kind == Kept::run);
    CHECK(run.decision("b", true).kind == Kept::uncertain);
    CHECK(run.decision("b", true).reason == "it has run, and its result was not kept");
    run.assume({"b", 1, true});
    CHECK(run.decision("b", true).kind == Kept::keep);
    CHECK(bytes_of(state.path + "/r/journal.ndjson").find("hunter2") == std::string::npos);
    CHECK(bytes_of(state.path + "/r/outputs/0.json").find("[redacted]") == 1);
}

TEST_CASE("outputs over 64 KiB are files of their own, and restored if they are whole")
{
    const StateDirectory state;
    const std::string large(70'000, 'x');
    {
        RunDirectory run = opened(state);
        do_once(run, "a", {{"status", "ok"}, {"output", {1, large}}, {"stdout", large}});
        run.end("b", ok(std::string(60'000, 'y')));
    }
    CHECK(bytes_of(state.path + "/r/outputs/0.json").size() > 70'000);
    CHECK(bytes_of(state.path + "/r/journal.ndjson").size() < 62'000);
    CHECK(opened(state).decision("a", false).result
        == Json {{"status", "ok"}, {"output", {1, large}}, {"stdout", large}});
    opened(state).end("c", ok(large)); // takes a name that is free
    CHECK(opened(state).decision("c", false).result == ok(large));
    put_bytes(state.path + "/r/outputs/0.json", "[1]");
    CHECK(opened(state).decision("a", false).kind == Kept::run);
    CHECK(opened(state).decision("a", true).kind == Kept::uncertain);
}

TEST_CASE("a changed file keeps the steps before the first that differs")
{
    const StateDirectory state;
    {
        RunDirectory run = opened(state);
        for (const auto* path : {"a", "b", "b[1].x", "bb", "c"})
            run.end(path, {{"status", path[1] == '[' ? "failed" : "ok"}});
    }
    {
        const RunDirectory run = opened(state, identity("other"));
        CHECK(run.changed_from() == "b");
        CHECK(run.decision("a", false).kind == Kept::keep);
        CHECK(run.decision("bb", false).kind == Kept::keep);
        CHECK(run.decision("b", false).kind == Kept::run);
        CHECK(run.past().find("b[1].x") == nullptr);
        CHECK(run.decision("c", false).kind == Kept::run);
    }
    {
        const RunDirectory again = opened(state, identity("other"));
        CHECK_FALSE(again.changed_from());
        CHECK(again.decision("a", false).kind == Kept::keep);
        CHECK(again.decision("c", false).kind == Kept::run);
    }
    auto shorter = identity("other");
    shorter.steps.pop_back();
    CHECK(opened(state, shorter).changed_from() == "");
}

TEST_CASE("a once step that was done is uncertain when the file has changed before it")
{
    const StateDirectory state;
    {
        RunDirectory run = opened(state);
        do_once(run, "c", ok(1));
        do_once(run, "b[0].push", ok(1));
        run.end("b[0].other", ok(1));
        run.end("b", ok(2));
    }
    CHECK(opened(state).decision("b", false).kind == Kept::keep);
    CHECK(opened(state).past().find("b[0].other") == nullptr);
    const RunDirectory run = opened(state, identity("other"));
    CHECK(run.decision("b", false).kind == Kept::run);
    for (const auto* path : {"c", "b[0].push"}) {
        CHECK(run.decision(path, true).kind == Kept::uncertain);
        CHECK(run.decision(path, true).reason == "it has run, and the file has changed since");
    }
}

TEST_CASE("an answer that a step was done is asked for again when the file has changed")
{
    const StateDirectory state;
    {
        RunDirectory run = opened(state);
        for (const auto* path : {"a", "b", "c"}) {
            run.begin_attempt(path);
            run.assume({path, 1, path != std::string("c")});
        }
    }
    RunDirectory run = opened(state, identity("other"));
    CHECK(run.decision("a", true).kind == Kept::keep);
    CHECK(run.decision("b", true).kind == Kept::uncertain);
    CHECK(run.decision("c", true).kind == Kept::run);
    run.assume({"b", 1, true});
    CHECK(run.decision("b", true).kind == Kept::keep);
    CHECK(opened(StateDirectory()).past().empty());
}

TEST_CASE("a run goes on with its parameters and its workflow alone")
{
    const StateDirectory state;
    std::string key;
    {
        RunDirectory run = opened(state);
        run.end("a", ok(std::string(70'000, 'x')));
        key = run.idempotency_key("a");
        CHECK(key != run.idempotency_key("b"));
    }
    CHECK(opened(state).idempotency_key("a") == key);
    auto other = identity();
    other.parameters = "q";
    CHECK(error_of([&] { opened(state, other); })
        == "BAD_REQUEST: the run 'r' has begun with other parameters, or another shard");
    {
        const RunDirectory run = opened(state, other, Parameters::restart);
        CHECK_FALSE(run.is_resumed());
        CHECK(run.decision("a", false).kind == Kept::run);
        CHECK(run.idempotency_key("a") != key);
        CHECK(bytes_of(state.path + "/r/outputs/0.json").empty());
    }
    other.workflow = "v";
    CHECK(error_of([&] { opened(state, other); })
        == "BAD_REQUEST: the run 'r' is of the workflow 'w'");
}

TEST_CASE("a run that another process holds is refused")
{
    const StateDirectory state;
    const RunDirectory run = opened(state);
    CHECK(error_of([&] { opened(state); }) == "CONFLICT: another process has the run 'r'");
    CHECK(list_runs(state.path).at(0).status == "running");
}

TEST_CASE("a journal that is cut off at any byte goes on from its whole lines")
{
    const StateDirectory state;
    {
        RunDirectory run = opened(state);
        run.begin("a");
        run.end("a", ok("é"));
        run.begin_attempt("b");
        run.end("b", ok({{"n", 1}}));
        run.begin("c");
        run.finish({{"exitStatus", 0}});
    }
    const std::string path = state.path + "/r/journal.ndjson";
    const std::string whole = bytes_of(path);
    REQUIRE(whole.size() > 300);
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        CAPTURE(size);
        const std::string part = whole.substr(0, size);
        const auto lines = std::count(part.begin(), part.end(), '\n');
        put_bytes(path, part);
        {
            RunDirectory run = opened(state);
            CHECK(bytes_of(path) == part.substr(0, part.rfind('\n') + 1));
            CHECK(run.decision("a", false).kind == (lines >= 2 ? Kept::keep : Kept::run));
            CHECK(run.decision("b", true).kind
                == (lines >= 4       ? Kept::keep
                        : lines == 3 ? Kept::uncertain
                                     : Kept::run));
            CHECK(run.past().finished().has_value() == (lines == 6));
            run.begin("d");
        }
        CHECK(opened(state).past().find("d") != nullptr);
    }
}

TEST_CASE("another line of a journal that is none is an error")
{
    const StateDirectory state;
    opened(state).begin("a");
    const std::string path = state.path + "/r/journal.ndjson";
    const std::string first = bytes_of(path);
    for (const auto* line : {"x\n", "{}\n", "\n",
             R"({"kind":"ended","path":"a"})"
             "\n",
             R"({"kind":"begun"})"
             "\n"}) {
        CAPTURE(line);
        put_bytes(path, first + line);
        CHECK(error_of([&] { opened(state); }) == "BAD_REQUEST: line 2 of the journal is none");
    }
}

TEST_CASE("a line for which there is no room leaves nothing of it")
{
    const StateDirectory state;
    RunDirectory run = opened(state);
    run.end("a", ok(1));
    const std::string path = state.path + "/r/journal.ndjson";
    const std::string before = bytes_of(path);
    struct rlimit usual { };
    getrlimit(RLIMIT_FSIZE, &usual);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small {
        .rlim_cur = before.size() + 20, .rlim_max = usual.rlim_max
    };
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string error = error_of([&] { do_once(run, "b", ok(2)); });
    setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, handler);
    CHECK(error
        == "NO_SPACE: cannot write the journal of the run 'r': the disk has no room for a line");
    CHECK(bytes_of(path) == before);
    do_once(run, "b", ok(2));
}

TEST_CASE("a run that other users can change is not believed")
{
    const StateDirectory state;
    opened(state).begin("a");
    chmod((state.path + "/r").c_str(), 0777);
    CHECK(error_of([&] { opened(state); }) == "BAD_REQUEST: other users can change the run 'r'");
    chmod((state.path + "/r").c_str(), 0700);
    chmod((state.path + "/r/journal.ndjson").c_str(), 0666);
    CHECK(error_of([&] { opened(state); }) == "BAD_REQUEST: other users can change the run 'r'");
    unlink((state.path + "/r/journal.ndjson").c_str());
    REQUIRE(symlink("/etc/passwd", (state.path + "/r/journal.ndjson").c_str()) == 0);
    CHECK(error_of([&] { opened(state); }).find("cannot read the file 'journal.ndjson'")
        != std::string::npos);
}

TEST_CASE("ids of runs are names of directories")
{
    for (const auto* id : {"a", "A.b_c-9", "..."})
        CHECK_NOTHROW(check_run_id(id));
    for (const auto& id :
        std::vector<std::string> {"", ".", "..", "a/b", "a b", "é", std::string(129, 'a')})
        CHECK(error_of([&] { check_run_id(id); }).starts_with("BAD_REQUEST"));
    CHECK_NOTHROW(check_run_id(new_run_id()));
    CHECK(new_run_id() != new_run_id());
}

TEST_CASE("runs are listed, the latest first, and pruned unless they are held")
{
    const StateDirectory state;
    CHECK(list_runs(state.path).empty());
    CHECK(error_of([&] { last_run(state.path, "w"); })
        == "NOT_FOUND: there is no run of the workflow 'w' to continue");
    for (const auto* id : {"one", "two"}) {
        RunDirectory run {{state.path, id}, identity(), Parameters::as_before, no_secrets};
        run.end("a", ok(std::string(70'000, 'x')));
        if (id == std::string("one"))
            run.finish({{"exitStatus", 4}});
        usleep(2000);
    }
    const auto runs = list_runs(state.path);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].id == "two");
    CHECK(runs[0].status == "unfinished");
    CHECK(runs[1].status == "finished");
    CHECK(runs[1].exit_status == 4);
    CHECK(runs[1].workflow == "w");
    CHECK(last_run(state.path, "w") == "two");
    CHECK(error_of([&] { last_run(state.path, "v"); })
        == "NOT_FOUND: there is no run of the workflow 'v' to continue");
    CHECK(lines_of_run(state.path, "one").size() == 2);
    CHECK(error_of([&] { lines_of_run(state.path, "x"); }) == "NOT_FOUND: there is no run 'x'");
    CHECK(prune_runs(state.path, std::chrono::hours(1)).empty());
    const RunDirectory held {{state.path, "two"}, identity(), Parameters::as_before, no_secrets};
    CHECK(prune_runs(state.path, std::chrono::hours(0)) == std::vector<std::string> {"one"});
    CHECK(list_runs(state.path).size() == 1);
}

TEST_CASE("lines are on the disk after a second at most")
{
    const StateDirectory state;
    RunDirectory run = opened(state);
    CHECK_FALSE(run.synchronisation_due());
    run.begin("a");
    REQUIRE(run.synchronisation_due());
    CHECK(run.synchronisation_due()->count() <= 1000);
    run.begin_attempt("b");
    CHECK_FALSE(run.synchronisation_due());
}
