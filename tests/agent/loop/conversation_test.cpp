#include "catch.hpp"

#include "agent/loop/conversation.hpp"
#include "agent/loop/null_observer.hpp"

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

    Reply ask(const Messages&, ReplyListener&) override { return reply; }
    Reply ask_for_format(const Messages&, const Json&, ReplyListener&) override { return reply; }
    Reply ask_separately(const Messages&, ReplyListener&) override { return reply; }

private:
    Reply reply;
};

class NoApprover : public Approver {
public:
    bool asks_about(const PreparedCall&) const override { return false; }
    std::optional<Decision> ask(CallId, const PreparedCall&) override { return {}; }
};

class Watcher : public NullObserver {
public:
    using NullObserver::NullObserver;
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

TEST_CASE("requests count by an estimate if the server does not count them")
{
    TurnScene scene;
    Parrot model({text_message(agent::model::Role::assistant, "I look"), "tool_calls", {},
        ToolError(Code::unsupported, "it has more than 1000 tool calls")});
    Transcript transcript(
        "", {shared(text_message(agent::model::Role::user, std::string(4000, 'x')))}, nullptr);
    const Task task {.shown = {}, .max_steps = 3, .max_calls = 10, .max_repeats = 3};
    CHECK_THROWS(converse(task, transcript,
        {model, scene.toolbelt, scene.watcher, scene.context, scene.tally, scene.cancel}));
    CHECK(scene.tally.request_tokens() > 100);
    CHECK(scene.tally.is_request_estimated());
}

namespace {

// A model that refuses messages with an image, and otherwise calls a tool once and answers.
class Picky : public Model {
public:
    Reply ask(const Messages& messages, ReplyListener&) override
    {
        ++requests;
        if (std::any_of(messages.begin(), messages.end(),
                [](const SharedMessage& message) { return has_images(*message); }))
            throw RefusedMessages({Code::unsupported, "Could not process image"}, overflow);
        return {text_message(agent::model::Role::assistant, "done"), "stop", {}, {}};
    }
    Reply ask_for_format(const Messages& messages, const Json&, ReplyListener& listener) override
    {
        return ask(messages, listener);
    }
    Reply ask_separately(const Messages& messages, ReplyListener& listener) override
    {
        return ask(messages, listener);
    }

    int requests = 0;
    std::optional<Overflow> overflow = {};
};

}

static Message result_with_image()
{
    return result_message("a", "TEXT", {image_of_bytes("GIF89a@\1@\1")});
}

TEST_CASE("images of results that no model has answered are left out if the server refuses them")
{
    TurnScene scene;
    Picky model;
    Transcript transcript("", {}, nullptr);
    transcript.add(text_message(agent::model::Role::user, "go"));
    Message call {.role = agent::model::Role::assistant, .content = Message::Content::null};
    call.calls.push_back({"a", "shot", "{}"});
    transcript.add(std::move(call));
    const Task task {.shown = {}, .max_steps = 3, .max_calls = 10, .max_repeats = 3};
    const ConversationDependencies parties {
        model, scene.toolbelt, scene.watcher, scene.context, scene.tally, scene.cancel};
    SECTION("of a new result")
    {
        transcript.add(result_with_image());
        CHECK(converse(task, transcript, parties).reason == Reason::answered);
        CHECK(model.requests == 2);
        CHECK(transcript.messages()[2]->text()
            == "TEXT\n[image: GIF 320x320, 10 bytes; the server refuses it]");
    }
    SECTION("and not of one that was answered")
    {
        transcript.add(result_with_image());
        transcript.mark_answered();
        CHECK_THROWS_AS(converse(task, transcript, parties), RefusedMessages);
        CHECK(model.requests == 1);
    }
}

TEST_CASE("images are left out of a request with too many bytes, those of the prompt last")
{
    TurnScene scene;
    Picky model;
    model.overflow = Overflow {.about = Overflow::About::bytes};
    Transcript transcript("", {}, nullptr);
    const SharedImage image = image_of_bytes("GIF89a@\1@\1");
    for (int turn = 0; turn < 4; ++turn) {
        transcript.add(user_message("look", {image}));
        transcript.add(text_message(agent::model::Role::assistant, "seen"));
    }
    transcript.add(user_message("and now?", {image}));
    const Task task {.shown = {}, .max_steps = 3, .max_calls = 10, .max_repeats = 3};
    CHECK(converse(task, transcript,
              {model, scene.toolbelt, scene.watcher, scene.context, scene.tally, scene.cancel})
              .reason
        == Reason::answered);
    CHECK(model.requests == 5); // 4, 2, 1 and 0 earlier images, and none
    CHECK(transcript.messages()[8]->text().starts_with("[image: GIF 320x320, 10 bytes; left out"));
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
