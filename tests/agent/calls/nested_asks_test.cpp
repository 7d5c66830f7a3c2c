#include "catch.hpp"

#include "agent/calls/nested_asks.hpp"

#include <unistd.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace agent::calls;
using namespace toolkit::json;
using namespace toolkit::system;

// A source with a tool that changes files and one that does not, and with a call under way whose
// process asks by a socket.
class AskingSource : public ToolSource {
public:
    explicit AskingSource(const std::string& prefix = "")
    {
        write.name = prefix + "write";
        write.schema = {{"type", "object"}};
        write.changes_files = true;
        read.name = prefix + "read";
        read.schema = {{"type", "object"}};
    }

    std::vector<const OfferedTool*> tools() const override { return {&write, &read}; }
    bool begin(CallId, const OfferedTool&, const Arguments&) override { return false; }
    void cancel(CallId, Cancelled) override { }
    void watch(Watch& watch) const override { link.watch(watch); }
    void step() override { link.step(); }
    std::optional<ToolResult> take(CallId) override { return std::nullopt; }
    std::optional<NestedAsk> take_ask(CallId) override { return link.take(); }
    void answer_ask(CallId, std::size_t number, const NestedAnswer& answer) override
    {
        link.answer(number, answer);
    }

    void excuse(std::chrono::milliseconds time) override { excused += time; }

    AskLink link;
    std::chrono::milliseconds excused {};

private:
    OfferedTool write;
    OfferedTool read;
};

// Decides when the test says so.
class OperatorOfRun : public Approver {
public:
    bool asks_about(const PreparedCall& call) const override { return is_to_be_asked(when, call); }
    std::optional<Decision> ask(CallId id, const PreparedCall& call) override
    {
        asked[id] = call.tool->name + call.arguments.text;
        std::this_thread::sleep_for(reading);
        return std::nullopt;
    }
    std::optional<Decision> take(CallId id) override
    {
        auto taken = decisions.extract(id);
        return taken ? std::optional(taken.mapped()) : std::nullopt;
    }
    void withdraw(CallId id) override { asked.erase(id); }

    void decide(Decision decision) { decisions[asked.begin()->first] = std::move(decision); }

    Approve when = Approve::changes;
    std::map<CallId, std::string> asked;
    std::chrono::milliseconds reading {}; // how long the operator looks at a question

private:
    std::map<CallId, Decision> decisions;
};

namespace {

struct AskScene {
    AskingSource source;
    AskingSource other {"other"};
    OperatorOfRun operator_of_run;
    NestedAsks asks {operator_of_run, {&source, &other}};
    int stops = 0;
    int starts = 0;
    RunApprover agent {{Approve::changes, Approve::changes}, source.link.other_end(),
        {[&] { ++stops; }, [&] { ++starts; }}};
    PreparedCall outer = prepared_call({"i", "read", "{}"}, {&source}); // the call of the agent

    PreparedCall call(const char* tool, const char* arguments)
    {
        return prepared_call({"own", tool, arguments}, {&source});
    }

    // Passes on what has been written.
    void step()
    {
        source.step();
        asks.take_from(1, outer);
        asks.settle();
        source.step();
        agent.step();
    }
};

}

TEST_CASE("the run is asked about a call of its agent, and its yes is the agent's")
{
    AskScene scene;
    const PreparedCall call = scene.call("write", R"({"n":1})");
    CHECK(scene.agent.asks_about(call));
    CHECK_FALSE(scene.agent.ask(7, call));
    scene.step();
    REQUIRE(scene.operator_of_run.asked.size() == 1);
    CHECK(scene.operator_of_run.asked.begin()->second == R"(write{"n":1})");
    CHECK(scene.asks.is_open(1));
    CHECK(scene.stops == 1);
    CHECK(scene.starts == 0);
    scene.operator_of_run.decide({.is_yes = true, .record = "always"});
    scene.step();
    const auto decision = scene.agent.take(7);
    REQUIRE(decision);
    CHECK(decision->is_yes);
    CHECK(decision->record == "always");
    CHECK(scene.starts == 1);
    CHECK_FALSE(scene.asks.is_open(1));
}

TEST_CASE("a no has the reason of the operator; a yes may have other arguments")
{
    AskScene scene;
    const PreparedCall first = scene.call("write", R"({"n":1})");
    const PreparedCall second = scene.call("write", R"({"n":2})");
    scene.agent.ask(1, first);
    scene.step();
    scene.operator_of_run.decide(refused_by_operator("too much"));
    scene.step();
    const auto no = scene.agent.take(1);
    REQUIRE(no);
    CHECK_FALSE(no->is_yes);
    CHECK(no->reason == "the operator said no: too much");
    CHECK(no->code == Code::permission_denied);
    scene.operator_of_run.asked.clear();
    scene.agent.ask(2, second);
    scene.step();
    Arguments edited;
    edited.text = R"({"n":3})";
    scene.operator_of_run.decide(
        {.is_yes = true, .record = "edited: HASH", .arguments = edited, .by = "anna"});
    scene.step();
    const auto yes = scene.agent.take(2);
    REQUIRE(yes);
    REQUIRE(yes->arguments);
    CHECK(yes->arguments->text == R"({"n":3})");
    CHECK(yes->by == "anna");
}

TEST_CASE(
    "a call that the run does not have is refused, and one that it would not ask about is not")
{
    AskScene scene;
    const PreparedCall unknown = [&] {
        PreparedCall call = scene.call("write", "{}");
        static OfferedTool foreign;
        foreign.name = "foreign";
        call.tool = &foreign;
        return call;
    }();
    scene.agent.ask(1, unknown);
    scene.step();
    const auto no = scene.agent.take(1);
    REQUIRE(no);
    CHECK_FALSE(no->is_yes);
    CHECK(no->code == Code::not_found);
    CHECK(scene.operator_of_run.asked.empty());
    const PreparedCall read = scene.call("read", "{}");
    scene.agent.ask(2, read);
    scene.step();
    const auto yes = scene.agent.take(2);
    REQUIRE(yes);
    CHECK(yes->is_yes);
    CHECK(scene.operator_of_run.asked.empty());
}

TEST_CASE("a call for which a hook of the agent wants a question is asked about")
{
    AskScene scene;
    PreparedCall read = scene.call("read", "{}");
    read.is_asked_by_hook = true;
    scene.operator_of_run.when = Approve::never;
    scene.agent.ask(1, read);
    scene.step();
    CHECK(scene.operator_of_run.asked.size() == 1);
    scene.operator_of_run.decide(refused_by_operator(""));
    scene.step();
    const auto no = scene.agent.take(1);
    REQUIRE(no);
    CHECK_FALSE(no->is_yes);
}

TEST_CASE("a run asks about all that the own setting of its agent asks about")
{
    AskScene scene;
    scene.operator_of_run.when = Approve::never;
    RunApprover strict {
        {Approve::always, Approve::never}, scene.source.link.other_end(), {[] {}, [] {}}};
    const PreparedCall read = scene.call("read", "{}");
    strict.ask(1, read);
    scene.step();
    CHECK(scene.operator_of_run.asked.size() == 1);
}

TEST_CASE("a run that asks about more or less since its agent began does so at once")
{
    AskScene scene;
    const PreparedCall read = scene.call("read", "{}");
    const PreparedCall write = scene.call("write", "{}");
    CHECK(scene.agent.asks_about(read));
    scene.operator_of_run.when = Approve::always;
    scene.agent.ask(1, read);
    scene.step();
    CHECK(scene.operator_of_run.asked.size() == 1);
    scene.operator_of_run.when = Approve::never;
    scene.agent.ask(2, write);
    scene.step();
    CHECK(scene.operator_of_run.asked.size() == 1);
    CHECK(scene.agent.take(2));
}

TEST_CASE("the run makes the call with the tools of all its sources, by their own names")
{
    AskScene scene;
    const PreparedCall other = prepared_call({"own", "otherread", "{}"}, {&scene.other});
    scene.agent.ask(1, other);
    scene.step();
    const auto yes = scene.agent.take(1);
    REQUIRE(yes);
    CHECK(yes->is_yes);
    OfferedTool foreign;
    foreign.name = "Other_Read";
    PreparedCall call = scene.call("read", "{}");
    call.tool = &foreign;
    scene.agent.ask(2, call);
    scene.step();
    const auto no = scene.agent.take(2);
    REQUIRE(no);
    CHECK_FALSE(no->is_yes);
}

TEST_CASE("while the operator reads a question, the time of other calls does not run out")
{
    AskScene scene;
    scene.operator_of_run.reading = std::chrono::milliseconds(20);
    const PreparedCall call = scene.call("write", "{}");
    scene.agent.ask(1, call);
    scene.step();
    CHECK(scene.source.excused >= scene.operator_of_run.reading);
}

TEST_CASE("nobody is asked any more after the call has ended")
{
    AskScene scene;
    const PreparedCall call = scene.call("write", "{}");
    scene.agent.ask(1, call);
    scene.step();
    CHECK(scene.operator_of_run.asked.size() == 1);
    scene.asks.withdraw(1);
    CHECK(scene.operator_of_run.asked.empty());
    CHECK_FALSE(scene.asks.is_open(1));
}

TEST_CASE("without a run, or after its end, the answer is no")
{
    RunApprover alone({Approve::changes, Approve::changes}, -1, {[] {}, [] {}});
    AskingSource source;
    const PreparedCall call = prepared_call({"own", "write", "{}"}, {&source});
    CHECK(alone.asks_about(call));
    CHECK_FALSE(alone.asks_about(prepared_call({"own", "read", "{}"}, {&source})));
    const auto no = alone.ask(1, call);
    REQUIRE(no);
    CHECK_FALSE(no->is_yes);

    auto scene = std::make_unique<AskScene>();
    const int socket = dup(scene->source.link.other_end());
    RunApprover agent({Approve::changes, Approve::changes}, socket, {[] {}, [] {}});
    CHECK_FALSE(agent.ask(1, call));
    scene.reset();
    agent.step();
    const auto decision = agent.take(1);
    REQUIRE(decision);
    CHECK_FALSE(decision->is_yes);
    close(socket);
}
