#include "catch.hpp"

#include "frontends/serve/run_files.hpp"
#include "frontends/serve/runs.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace frontends::serve {

namespace {

// An empty directory, removed at the end.
class State {
public:
    State()
        : path(mkdtemp(name.data()))
        , directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { std::filesystem::remove_all(path); }

private:
    std::string name = (std::filesystem::temp_directory_path() / "state.XXXXXX").string();
    std::string path;

public:
    File directory;
};

// As long as it lives, this process can open `left` descriptors more.
class FewDescriptors {
public:
    explicit FewDescriptors(rlim_t left)
    {
        getrlimit(RLIMIT_NOFILE, &before);
        const int next = dup(STDIN_FILENO);
        close(next);
        rlimit few = before;
        few.rlim_cur = static_cast<rlim_t>(next) + left;
        REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
    }
    FewDescriptors(const FewDescriptors&) = delete;
    FewDescriptors& operator=(const FewDescriptors&) = delete;
    ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before); }

private:
    rlimit before {};
};

const std::string run = "01K9ZQ2M8R7X5V3T1S0P4N6H2J";
const std::string key(64, 'a');

}

TEST_CASE("without a descriptor no run and no key is taken for missing")
{
    const State state;
    RunFiles files(state.directory);
    REQUIRE(files.make(run, Json::object()) != nullptr);
    files.keep_key(key, {run, "body"});
    for (const rlim_t left : {0U, 1U}) {
        const FewDescriptors few(left);
        CHECK_THROWS_AS(files.begun_by(key), ToolError);
        CHECK_THROWS_AS(files.events_of(run), ToolError);
        CHECK_THROWS_AS(RunFiles(state.directory), ToolError);
        if (left == 0) {
            CHECK_THROWS_AS(files.ids(), ToolError);
            CHECK_THROWS_AS(files.kept_of(run), ToolError);
            CHECK_THROWS_AS(files.remove(run), ToolError);
        }
    }
    CHECK(files.begun_by(key).id == run);
    CHECK(files.events_of(run) != nullptr);
}

TEST_CASE("a run that cannot be made leaves nothing, however many descriptors there are")
{
    const State state;
    const RunFiles files(state.directory);
    for (const rlim_t left : {0U, 1U}) {
        const FewDescriptors few(left);
        CHECK_THROWS_AS(files.make(run, Json::object()), ToolError);
    }
    CHECK(files.ids().empty());
}

TEST_CASE("a server without a descriptor goes on, and removes old runs later")
{
    const State state;
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
    const File front(ends[0]);
    const File spawner(ends[1]);
    const Settings settings;
    Notifications notifications(settings, state.directory, File(), [](const std::string&) {});
    Runs runs(settings, state.directory, {front, notifications});
    const FewDescriptors few(0);
    system::Watch watch;
    runs.watch(watch);
    watch.wait();
    CHECK_NOTHROW(runs.step(watch));
    CHECK(!runs.is_cut_off());
}

}
