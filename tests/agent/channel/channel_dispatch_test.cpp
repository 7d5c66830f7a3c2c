#include "agent/channel/dispatch.hpp"

#include "catch.hpp"

namespace agent::channel {

namespace {

struct Count {
    using Ignored = Ignore<Hello, Run, Said, Text, Reasoning, Message, Usage, CallEvent, Asked,
        Waiting, Context, Note, Error, Step, Workflow, End>;
    void operator()(const Head& head, const Turn& turn)
    {
        ends += std::holds_alternative<TurnEnds>(turn.state) ? 1 : 0;
        seq = head.seq;
    }
    void operator()(const Head&, const Result& result) { content = result.content; }
    void operator()(const Head&, const Ask& ask) { tool = std::get<HostToolAsk>(ask.about).tool; }
    void operator()(const Head&, const Unknown& event) { unknown = event.name; }
    int ends = 0;
    std::uint64_t seq = 0;
    std::string content;
    std::string tool;
    std::string unknown;
};

}

TEST_CASE("a handler is called for the events that it handles, and others are not parsed")
{
    Count count;
    for (const char* line : {R"({"event":"turn","seq":1,"ts":"T","state":"begins"})",
             R"({"event":"turn","seq":2,"ts":"T","state":"ends","answer":"x","exitReason":"new",)"
             R"("exitStatus":0,"steps":1,"calls":[],"usage":null,"seconds":1})",
             R"({"event":"call","seq":3 this is not parsed)",
             R"({"event":"result","seq":4,"ts":"T","id":"c","tool":"t","content":"done"})",
             R"({"event":"ask","seq":5,"ts":"T","id":"a1","kind":"hostTool","tool":"orders",)"
             R"("arguments":{},"timeoutSeconds":30.0,"call":"c"})",
             R"({"event":"later","seq":6,"ts":"T"})"})
        dispatch<Event>(line, count);
    CHECK(count.ends == 1);
    CHECK(count.seq == 2);
    CHECK(count.content == "done");
    CHECK(count.tool == "orders");
    CHECK(count.unknown == "later");
}

TEST_CASE("an event that was read already is dispatched, too")
{
    Count count;
    dispatch(Received<Event> {{9, "T"}, Result {.content = "x"}}, count);
    CHECK(count.content == "x");
}

}
