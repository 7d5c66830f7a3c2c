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
