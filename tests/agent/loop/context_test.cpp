#include "agent/message_list.hpp"
#include "catch.hpp"

#include "agent/loop/context.hpp"
#include "agent/loop/observer.hpp"
#include "agent/model/chat_completions.hpp"
#include "agent/tasks/kept_tasks.hpp"

#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

using namespace agent::calls;
using namespace agent::loop;
using namespace agent::model;
using namespace agent::redaction;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

class Summariser : public Model {
public:
    explicit Summariser(std::vector<Reply> replies = {})
        : replies(std::move(replies))
    {
    }

    Reply ask(const Messages&, ReplyListener&) override
    {
        throw std::logic_error("a summary is asked for aside");
    }
    Reply ask_for_format(const Messages&, const Json&, ReplyListener&) override
    {
        throw std::logic_error("a summary is asked for aside");
    }
    Reply ask_separately(const Messages& messages, ReplyListener&) override
    {
        asked.push_back(messages_json(messages));
        if (asked.size() <= replies.size())
            return replies[asked.size() - 1];
        return {text_message(agent::model::Role::assistant, "short"), "stop", Json()};
    }

    Json asked = Json::array();

private:
    std::vector<Reply> replies;
};

class NullListener : public Observer {
public:
    void step_begins(std::size_t) override { }
    RedactedStream redacted_stream() const override { return RedactedStream(redaction); }
    void text(std::string_view) override { }
    void text_ends() override { }
    void reasoning(std::string_view) override { }
    void reasoning_pauses() override { }
    void reasoning_ends() override { }
    void message(std::size_t, const Reply&, const Message&) override { }
    void calls(std::size_t, const std::vector<ToolCall>&) override { }
    void result(const ToolCall&, const ToolAnswer&) override { }
    void context(const agent::channel::Context&) override { }
    void note(std::string_view) override { }
    void note_once(const std::string&) override { }

private:
    Redaction redaction {Secrets {}};
};

struct Report {
    Tally tally {};
    NullListener report;
};

// A system message, a prompt, rounds of two calls with answers of `size` bytes; after half of them
// another prompt.
Messages conversation(int rounds, std::size_t size)
{
    Json messages {
        {{"role", "system"}, {"content", "be brief"}}, {{"role", "user"}, {"content", "first"}}};
    for (int round = 0; round < rounds; ++round) {
        const std::string id = std::to_string(round);
        Json calls = Json::array();
        for (const char* which : {"a", "b"})
            calls.push_back(
                {{"id", which + id}, {"function", {{"name", "x"}, {"arguments", "{}"}}}});
        messages.push_back({{"role", "assistant"}, {"content", nullptr}, {"tool_calls", calls}});
        for (const char* which : {"a", "b"})
            messages.push_back({{"role", "tool"}, {"tool_call_id", which + id},
                {"content", std::string(size, 'x')}});
        if (round == rounds / 2) {
            messages.push_back({{"role", "assistant"}, {"content", "so far"}});
            messages.push_back({{"role", "user"}, {"content", "second"}});
        }
    }
    return read_message_list(messages);
}

}

static std::string dump(const Messages& messages) { return messages_json(messages).dump(); }

static void check_that_no_call_is_orphaned(const Messages& messages)
{
    std::vector<std::string> open;
    for (const auto& message : messages) {
        if (message->role == agent::model::Role::tool) {
            REQUIRE_FALSE(open.empty());
            CHECK(message->call_id == open.front());
            open.erase(open.begin());
            continue;
        }
        CHECK(open.empty());
        for (const auto& call : message->calls)
            open.push_back(call.id);
    }
    CHECK(open.empty());
}

TEST_CASE("whatever the window, each call keeps its result, and the first messages and the last "
          "request stay")
{
    Report report;
    for (const int rounds : {1, 2, 5})
        for (const std::size_t size : {10U, 1000U, 30000U})
            for (const std::int64_t window : {100, 400, 1000, 4000, 20000, 1000000}) {
                Transcript transcript("", conversation(rounds, size), nullptr);
                Summariser model;
                Context(window, "tools").make_room(transcript, model, report.report, report.tally);
                const Messages& messages = transcript.messages();
                check_that_no_call_is_orphaned(messages);
                CHECK(messages[0]->text() == "be brief");
                CHECK(messages[1]->text() == "first");
                CHECK(dump(messages).find("second") != std::string::npos);
                CHECK(model.asked.size() <= 1);
                if (window == 1000000)
                    CHECK(dump(messages) == dump(conversation(rounds, size)));
            }
}

TEST_CASE("a summary of summaries keeps the last request once")
{
    Report report;
    Transcript transcript("", conversation(4, 1000), nullptr);
    Summariser model;
    Context context(600, "");
    for (int again = 0; again < 3; ++again) {
        context.make_room(transcript, model, report.report, report.tally);
        const Messages more = conversation(2, 1000);
        for (std::size_t at = 2; at < 5; ++at)
            transcript.add(*more[at]);
    }
    context.make_room(transcript, model, report.report, report.tally);
    const std::string text = dump(transcript.messages());
    const std::size_t found = text.find("second");
    CHECK(found != std::string::npos);
    CHECK(text.find("second", found + 1) == std::string::npos);
    CHECK(model.asked.size() >= 2);
}

TEST_CASE("a summary keeps the list of tasks")
{
    Report report;
    const Json arguments
        = R"({"tasks":[{"title":"find it","status":"done"},{"title":"fix it","status":"active"}]})";
    Messages messages = conversation(4, 1000);
    const Messages update = read_message_list(
        {{{"role", "assistant"}, {"content", nullptr},
             {"tool_calls",
                 {{{"id", "t"},
                     {"function", {{"name", "update_tasks"}, {"arguments", arguments}}}}}}},
            {{"role", "tool"}, {"tool_call_id", "t"}, {"content", "{}"}}});
    messages.insert(messages.begin() + 2, update.begin(), update.end());
    Transcript transcript("", messages, nullptr);
    Summariser model;
    Context context(600, "");
    for (int again = 0; again < 3; ++again) {
        context.make_room(transcript, model, report.report, report.tally);
        CHECK(agent::tasks::progress_of(agent::tasks::last_tasks(transcript.messages()))
            == "1 of 2 done");
        const Messages more = conversation(2, 1000);
        for (std::size_t at = 2; at < 5; ++at)
            transcript.add(*more[at]);
    }
    const std::string text = dump(transcript.messages());
    CHECK(text.find("[The task list (update_tasks):]") != std::string::npos);
    CHECK(text.find("tool_call_id\":\"t\"") == std::string::npos);
}

// A reply whose message has these fields.
static Reply reply_of(const std::string& fields, const std::string& reason)
{
    return {read_message(Json::parse(R"({"role":"assistant",)" + fields + "}")), reason, Json()};
}

TEST_CASE("what is no summary takes no message's place")
{
    const auto [fields, reason] = GENERATE(table<std::string, std::string>({
        {R"("content":"")", "stop"},
        {R"("content":" \n ")", "stop"},
        {R"("content":null)", "stop"},
        {R"("content":null,"refusal":"no")", "stop"},
        {R"("content":null,"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}}])",
            "tool_calls"},
        {R"("content":"So far so good","tool_calls":[{"id":"a","function":{}}])", "stop"},
        {R"("content":"{\"n\":1}")", "stop"},
        {R"("content":"[]")", "stop"},
        {R"("content":"1")", "stop"},
        {R"("content":"```json\n{\"n\":1}\n```")", "stop"},
        {R"("content":"<tool_call>{\"name\":\"x\"}</tool_call>")", "stop"},
        {R"("content":"So far so")", "content_filter"},
    }));
    CAPTURE(fields);
    const Reply none = reply_of(fields, reason);
    Report report;
    Context context(500, "");

    Transcript kept("", conversation(4, 100), nullptr);
    Summariser stubborn({none, none});
    context.make_room(kept, stubborn, report.report, report.tally);
    CHECK(stubborn.asked.size() == 2);
    CHECK(kept.messages().size() == conversation(4, 100).size());
    CHECK(dump(kept.messages()).find("A summary in place of") == std::string::npos);

    Transcript summarised("", conversation(4, 100), nullptr);
    Summariser second({none});
    context.make_room(summarised, second, report.report, report.tally);
    CHECK(second.asked.size() == 2);
    CHECK(summarised.messages()[2]->text().find("]\nshort") != std::string::npos);
}

TEST_CASE("a message whose calls can't be used is no summary, and is counted")
{
    Reply none = reply_of(R"("content":"So far so good")", "stop");
    none.usage = Json::parse(R"({"completion_tokens":7})");
    none.unusable_calls = ToolError(Code::unsupported, "it has more than 1000 tool calls");
    Report report;
    Context context(500, "");
    Transcript transcript("", conversation(4, 100), nullptr);
    Summariser model({none});
    context.make_room(transcript, model, report.report, report.tally);
    REQUIRE(model.asked.size() == 2);
    CHECK(model.asked[1][0]["content"].get<std::string>().find("since it calls a tool")
        != std::string::npos);
    CHECK(report.tally.counted()["completion_tokens"] == 7);
}

TEST_CASE("a summary that is cut off says so, and one in quotes is one")
{
    Report report;
    Context context(500, "");
    Transcript transcript("", conversation(4, 100), nullptr);
    Summariser model({reply_of(R"("content":"\"So far so\"")", "length")});
    context.make_room(transcript, model, report.report, report.tally);
    CHECK(model.asked.size() == 1);
    CHECK(transcript.messages()[2]->text().find("]\n\"So far so\" … [the summary is cut off here]")
        != std::string::npos);
}

TEST_CASE("what does not fit the request for a summary is told of")
{
    Report report;
    Messages messages = conversation(4, 10);
    Message changed = *messages[2]; // an assistant's text, which is not shortened
    changed.set_text(std::string(50000, 'x'));
    messages[2] = shared(changed);
    Transcript transcript("", messages, nullptr);
    Summariser model;
    Context(2000, "").make_room(transcript, model, report.report, report.tally);
    CHECK(model.asked.size() == 1);
    CHECK(transcript.messages()[2]->text().find("bytes of them did not fit the request for it:]")
        != std::string::npos);
}

TEST_CASE("what the server counts corrects the estimate")
{
    Report report;
    Transcript transcript("", conversation(2, 1000), nullptr);
    Summariser model;
    Context context(4000, "");
    context.make_room(transcript, model, report.report, report.tally);
    CHECK(dump(transcript.messages()) == dump(conversation(2, 1000)));
    context.learn(
        transcript, {Message {}, "stop", Json::parse(R"({"prompt_tokens":4000})")}, report.report);
    context.make_room(transcript, model, report.report, report.tally);
    CHECK(dump(transcript.messages()) != dump(conversation(2, 1000)));
}

TEST_CASE("each message is estimated once, and once more if it is shortened")
{
    Report report;
    static constexpr int rounds = 1000;
    const Messages messages = conversation(rounds, 1000);
    Transcript transcript("", messages, nullptr);
    Summariser model;
    Context context(500000, "");
    context.make_room(transcript, model, report.report, report.tally);
    CHECK(transcript.messages()[3]->text().size() < 1000);
    for (int step = 0; step < 100; ++step) {
        transcript.add(text_message(agent::model::Role::assistant, "so far"));
        context.make_room(transcript, model, report.report, report.tally);
        context.learn(transcript, {Message {}, "stop", Json()}, report.report);
    }
    CHECK(transcript.estimation_count() <= 3 * messages.size() + 100);
}

TEST_CASE("an interrupt ends the estimation of a conversation, and loses no reply")
{
    sigset_t before;
    sigprocmask(SIG_SETMASK, nullptr, &before);
    Report report;
    Transcript transcript("", conversation(1000, 1000), nullptr);
    Summariser model;
    {
        Cancel cancel;
        raise(SIGTERM);
        Context context(50000, "", &cancel);
        CHECK_THROWS_WITH(
            context.make_room(transcript, model, report.report, report.tally), "interrupted");
        CHECK(transcript.estimation_count() == 0);
        context.learn(
            transcript, {Message {}, "stop", Json::parse(R"({"prompt_tokens":9})")}, report.report);
    }
    sigset_t sent;
    sigemptyset(&sent);
    sigaddset(&sent, SIGTERM);
    const timespec at_once {};
    CHECK(sigtimedwait(&sent, nullptr, &at_once) == SIGTERM);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    CHECK(model.asked.empty());
}

namespace {

// A screen whose command asks for the estimate, each time that it may.
class AskingClient : public CancelSource {
public:
    explicit AskingClient(Transcript& transcript)
        : transcript(transcript)
    {
        std::array<int, 2> ends {};
        if (pipe(ends.data()) == 0) {
            ours = toolkit::File(ends[0]);
            theirs = toolkit::File(ends[1]);
        }
        CHECK(write(theirs.descriptor(), "x", 1) == 1);
    }

    int descriptor() const override { return ours.descriptor(); }
    bool take_messages() override
    {
        tokens = transcript.tokens(nullptr);
        return false;
    }
    bool has_ended() const override { return false; }

    double tokens = 0;

private:
    Transcript& transcript;
    toolkit::File ours;
    toolkit::File theirs;
};

}

TEST_CASE("a client may ask for the estimate while it is made")
{
    sigset_t before;
    sigprocmask(SIG_SETMASK, nullptr, &before);
    Transcript transcript("", conversation(10, 100), nullptr);
    Transcript same("", conversation(10, 100), nullptr);
    {
        Cancel cancel;
        AskingClient client(transcript);
        cancel.listen_to(client);
        CHECK(transcript.tokens(&cancel) == same.tokens(nullptr));
        CHECK(client.tokens == same.tokens(nullptr));
        CHECK(transcript.estimation_count() == same.estimation_count());
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
}

TEST_CASE("a request that did not fit is made to fit what the server says, or less than it was")
{
    struct Row {
        const char* what;
        Overflow overflow;
        double most; // of the estimate before, that is left
    };
    static const std::vector<Row> rows {
        {"nothing", {}, 0.75},
        {"the window", {1000}, 0.1},
        {"the window and the count, of which the estimate is half", {10000, 22000}, 0.5},
    };
    for (const Row& row : rows) {
        INFO(row.what);
        Report report;
        Summariser model;
        Transcript transcript("", conversation(40, 1000), nullptr);
        Context context(0, "");
        const double before = transcript.tokens(nullptr);
        context.correct_by(row.overflow, transcript);
        context.make_room(transcript, model, report.report, report.tally);
        CHECK(transcript.tokens(nullptr) < row.most * before);
    }
}

TEST_CASE("a request that is made smaller teaches nothing of the window")
{
    Report report;
    Summariser model;
    Transcript transcript("", conversation(40, 1000), nullptr);
    Context context(1'000'000, "");
    const double before = transcript.tokens(nullptr);
    context.make_smaller(transcript, model, report.report, report.tally);
    const double smaller = transcript.tokens(nullptr);
    CHECK(smaller < 0.75 * before);
    CHECK(smaller > 0);
    Transcript other("", conversation(40, 1000), nullptr);
    context.make_room(other, model, report.report, report.tally);
    CHECK(other.tokens(nullptr) == before);
}

TEST_CASE("a summary leaves the newest messages of a chat as they are")
{
    Json chat = Json::array();
    for (int turn = 0; turn < 250; ++turn) {
        const std::string number = std::to_string(turn);
        chat.push_back({{"role", "user"}, {"content", "question " + number}});
        chat.push_back({{"role", "assistant"}, {"content", "answer " + number}});
    }
    Report report;
    Summariser model;
    Transcript transcript("", read_message_list(chat), nullptr);
    Context context(2000, "");
    context.make_room(transcript, model, report.report, report.tally);
    const Json left = messages_json(transcript.messages());
    REQUIRE(left.size() > 20);
    CHECK(left.size() < chat.size());
    CHECK(left.front() == chat.front());
    for (std::size_t back = 1; back + 2 <= left.size(); ++back)
        CHECK(left[left.size() - back] == chat[chat.size() - back]);
}

TEST_CASE("tokens are estimated by kinds of characters")
{
    CHECK(estimated_tokens("") == 0);
    CHECK(estimated_tokens(std::string(38, 'x')) == Approx(10));
    CHECK(estimated_tokens("123456789") == Approx(5));
    CHECK(estimated_tokens("日本語で") == Approx(5));
}

// A turn with an image of some 1,600 tokens in its prompt.
static void add_turn_with_image(Json& messages, const std::string& said)
{
    messages.push_back({{"role", "user"},
        {"content",
            {{{"type", "image_url"},
                 {"image_url", {{"url", "data:image/gif;base64,R0lGODlhQCBAIA=="}}}},
                {{"type", "text"}, {"text", said}}}}});
}

TEST_CASE("images of earlier turns are left out first, the oldest of them first")
{
    Json messages = Json::array();
    for (const char* said : {"first", "second", "third"}) {
        add_turn_with_image(messages, said);
        messages.push_back({{"role", "assistant"}, {"content", "seen"}});
    }
    add_turn_with_image(messages, "last");
    Report report;
    Summariser model;
    Transcript transcript("", read_message_list(messages), nullptr);
    CHECK(transcript.tokens(nullptr) > 6400);
    CHECK(transcript.tokens(nullptr) < 6500);
    Context(8000, "").make_room(transcript, model, report.report, report.tally);
    CHECK(model.asked.empty());
    std::vector<bool> have;
    for (const auto& message : transcript.messages())
        if (message->role == agent::model::Role::user)
            have.push_back(has_images(*message));
    CHECK(have == std::vector {false, false, true, true});
    CHECK(transcript.messages()[0]->text()
        == "[image: GIF 8256x8256, 10 bytes; left out, since the conversation would not "
           "fit]\nfirst");
}
