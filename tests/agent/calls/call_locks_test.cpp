#include "catch.hpp"

#include "agent/calls/batch_scene.hpp"

#include <chrono>

// "read" and "write" are bundled; "find" and "send" are of a server that cannot write the
// workspace, "peek" and "store" of one that can.
struct ServerScene {
    ServerScene()
    {
        source.move_to_server("find", "remote", false);
        source.move_to_server("send", "remote", false);
        source.move_to_server("post", "other", false);
        source.move_to_server("peek", "files", true);
        source.move_to_server("store", "files", true);
    }
    ScriptedSource source {{"read", "find", "peek"}, {"write", "send", "post", "store"}};
    Scene scene {{&source}};

    // Of these calls of one sender, those that begin at once.
    Strings begun(const Strings& names)
    {
        for (const auto& name : names)
            scene.add(name);
        scene.batch.step();
        Strings all;
        for (const auto& one : source.begun)
            all.push_back(one.substr(0, one.find('{')));
        return all;
    }
};

TEST_CASE("calls of one sender wait for each other as far as they share a server or the workspace")
{
    struct Row {
        Strings calls;
        Strings begun;
    };
    const Row row = GENERATE(Row {{"send", "send", "post"}, {"send", "post"}},
        Row {{"find", "find", "send", "find"}, {"find", "find"}},
        Row {{"write", "send", "read"}, {"write", "send"}},
        Row {{"send", "write", "read"}, {"send", "write"}},
        Row {{"store", "read", "send"}, {"store", "send"}},
        Row {{"peek", "read", "find", "store"}, {"peek", "read", "find"}},
        Row {{"read", "store", "peek"}, {"read"}}, Row {{"store", "write", "store"}, {"store"}});
    ServerScene at;
    CHECK(at.begun(row.calls) == row.begun);
}

TEST_CASE("a call that hangs at a server holds up no other sender, unless it has the workspace")
{
    ServerScene at;
    at.scene.add_of(1, "send");
    at.scene.add_of(1, "send");
    at.scene.add_of(2, "send");
    at.scene.add_of(2, "write");
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"send{}", "send{}", "write{}"});
    at.scene.add_of(3, "store");
    at.scene.add_of(4, "read");
    at.scene.add_of(4, "find");
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"send{}", "send{}", "write{}", "find{}"});
    at.source.end("write");
    at.scene.batch.step();
    CHECK(at.source.begun.back() == "store{}");
    at.source.end("store");
    at.scene.batch.step();
    CHECK(at.source.begun.back() == "read{}");
}

TEST_CASE("a call that waits for a lock can be cancelled, and those after it have their turn")
{
    ServerScene at;
    at.scene.add("store", "a");
    at.scene.add("write", "b");
    at.scene.add("read", "c");
    at.scene.batch.step();
    at.scene.batch.cancel("b");
    at.scene.batch.step();
    CHECK(at.scene.of_call.at(1).code == "PERMISSION_DENIED");
    CHECK(at.source.begun == Strings {"store{}"});
    at.source.end("store");
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"store{}", "read{}"});
}

TEST_CASE("a call whose server starts has no lock, and its sender's next one waits for it")
{
    ServerScene at;
    at.source.unready = {"store"};
    at.scene.add_of(1, "store", "a");
    at.scene.add_of(1, "write");
    at.scene.add_of(2, "write");
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"write{}"});
    at.source.unready.clear();
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"write{}"}); // which has the workspace now
    at.source.end("write");
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"write{}", "store{}"});
    at.source.end("store");
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"write{}", "store{}", "write{}"});
}

// The step in which the server has become ready may be that of another batch.
TEST_CASE("a call begins at once when its server has started")
{
    ServerScene at;
    at.source.unready = {"store"};
    at.scene.add("store");
    at.scene.batch.step();
    at.source.unready.clear();
    toolkit::system::Watch watch;
    at.scene.batch.watch(watch);
    const auto begun = toolkit::system::Watch::Clock::now();
    watch.until(begun + std::chrono::minutes(1));
    watch.wait();
    CHECK(toolkit::system::Watch::Clock::now() < begun + std::chrono::minutes(1));
    at.scene.batch.step();
    CHECK(at.source.begun == Strings {"store{}"});
}

TEST_CASE("in a run, what follows a call whose server starts waits if it needs the same lock")
{
    ServerScene at;
    at.source.unready = {"store"};
    CHECK(at.begun({"store", "read", "send"}) == Strings {"send"});
    at.scene.batch.cancel_all();
    at.source.end("send");
    at.scene.batch.step();
    CHECK(at.scene.batch.is_done());
}
