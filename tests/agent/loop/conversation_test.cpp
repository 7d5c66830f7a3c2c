#include "catch.hpp"

#include "agent/loop/conversation.hpp"
#include "agent/loop/quiet.hpp"

using namespace agent::audit;
using namespace agent::calls;
using namespace agent::loop;
using namespace agent::model;
using namespace agent::redaction;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

// A model that always gives the same reply.
class Parrot : public Model {
public:
    explicit Parrot(Reply reply)
        : reply(std::move(reply))
    {
    }

    Reply ask(const Messages&, Listener&) override { return reply; }
    Reply ask_for_format(const Messages&, const Json&, Listener&) override { return reply; }
    Reply ask_aside(const Messages&, Listener&) override { return reply; }

private:
    Reply reply;
};

class NoApprover : public Approver {
public:
    bool asks_about(const OfferedTool&) const override { return false; }
    std::optional<Decision> ask(CallId, const PreparedCall&) override { return {}; }
};

class Watcher : public Quiet {
public:
    using Quiet::Quiet;
    void message(std::size_t, const Reply&, const Message& shown) override
    {
        texts.push_back(shown.text());
    }

    std::vector<std::string> texts;
};

// The parties of a turn without tools.
struct TurnScene {
    Redaction redaction {Secrets {}};
    Audit audit {redaction, [](const std::string&) {}, AuditPolicy::best_effort};
    NoApprover approver;
    Cancel cancel;
    Toolbelt toolbelt {{}, {audit, approver, cancel, redaction}};
    Watcher watcher {redaction};
    Context context {0, ""};
    Tally tally;
};

}

TEST_CASE("a reply whose calls can't be used is counted and told of before it fails the turn")
{
    TurnScene scene;
    Parrot model({text_message(agent::model::Role::assistant, "I look"), "tool_calls",
        Json::parse(R"({"prompt_tokens":40,"completion_tokens":7})"),
        ToolError(Code::unsupported, "it has more than 1000 tool calls")});
    Transcript transcript("", {shared(text_message(agent::model::Role::user, "go"))}, nullptr);
    const Task task {.shown = {}, .max_steps = 3, .max_calls = 10, .max_repeats = 3};
    CHECK_THROWS_WITH(
        converse(task, transcript,
            {model, scene.toolbelt, scene.watcher, scene.context, scene.tally, scene.cancel}),
        "it has more than 1000 tool calls");
    CHECK(scene.tally.steps() == 1);
    CHECK(scene.tally.reply_tokens() == 7);
    CHECK(scene.tally.request_tokens() == 40);
    CHECK(scene.watcher.texts == std::vector<std::string> {"I look"});
    CHECK(transcript.messages().size() == 1);
}

TEST_CASE("a reply without a price ends a turn whose cost is limited")
{
    TurnScene scene;
    scene.tally.set_prices({{"m", {1, 1, 1}}}, "m");
    Reply reply {text_message(agent::model::Role::assistant, "I look"), "tool_calls",
        Json::parse(R"({"prompt_tokens":40,"completion_tokens":7})"), {}};
    reply.message.calls.push_back({"a", "shot", "{}"});
    reply.fallback = "other";
    Parrot model(reply);
    Transcript transcript("", {shared(text_message(agent::model::Role::user, "go"))}, nullptr);
    Task task {.shown = {}, .max_steps = 3, .max_calls = 10, .max_repeats = 3};
    task.max_cost = 1;
    const Stop stop = converse(task, transcript,
        {model, scene.toolbelt, scene.watcher, scene.context, scene.tally, scene.cancel});
    CHECK(stop.reason == Reason::failed);
    CHECK(stop.error == "the model 'other' that replied has no price, and --max-cost needs one");
}

TEST_CASE("a cost is finite, whatever a server counts")
{
    const Json usage = Json::parse(
        R"({"prompt_tokens":1e300,"completion_tokens":18446744073709551615,"prompt_cache_hit_tokens":-1})");
    CHECK(agent::model::cost_of(usage, {max_price, max_price, max_price})
        == Approx(2 * max_tokens_counted * 1000));
}
