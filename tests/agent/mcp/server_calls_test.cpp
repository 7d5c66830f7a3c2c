#include "catch.hpp"

#include "peer.hpp"

using namespace agent::mcp;
using namespace std::chrono_literals;
using toolkit::Json;

TEST_CASE("a call of a server that ends in it is not repeated, and its end is told")
{
    struct Row {
        std::string tool;
        Json arguments;
        std::string error;
    };
    const auto row
        = GENERATE_REF(Row {"die", {{"status", 9}}, "ended with exit status 9 while 'die' ran"},
            Row {"half", {{"bytes", 1}}, "ended with exit status 0 while 'half' ran"},
            Row {"half", {{"bytes", 60}}, "ended with exit status 0 while 'half' ran"},
            Row {"long_line", Json::object(), "printed a line of more than 16 MiB while"},
            Row {"close_stdout", Json::object(), "closed its stdin or its stdout while"});
    PeerRun run(entry_of_peer({}), {},
        {.silence = row.tool == "close_stdout" ? 10ms : 20000ms, .respawn = 10ms});
    const std::string error = run.text(row.tool, row.arguments);
    CHECK(has(error, row.error));
    CHECK(has(error, "whether that has done anything is not known"));
    run.run_until([&] { return run.server.state() == Server::State::resting; });
    CHECK(run.text("count") == "1"); // of a new process
}

TEST_CASE("a response that can't be used is an error of its call alone")
{
    PeerRun run(entry_of_peer({}));
    CHECK(has(run.text("deep"), "nests deeper than 64 levels"));
    CHECK(has(run.text("repeated"), "the response"));
    CHECK(run.text("echo", {{"text", "tea"}}) == "tea");
}

TEST_CASE("an answer whose last byte has come counts, though its server has ended")
{
    PeerRun run(entry_of_peer({}));
    CHECK(run.text("half", {{"bytes", 1000}}) == "whole");
}

TEST_CASE("other calls go on when one of them times out, and a server that answers lives on")
{
    auto entry = entry_of_peer({});
    entry.timeout = 500ms;
    const auto era = GENERATE(std::string("--modern"), std::string("--legacy"));
    entry.command.push_back(era);
    PeerRun run(entry);
    run.start();
    run.begin("hang");
    CHECK(PeerRun::text_of(run.outcome())
        == "error: 'hang' of the MCP server 'peer' neither answered nor "
           "reported progress within 500ms: whether it has done anything is not known");
    CHECK(run.text("count") == "2"); // of the same process
}

TEST_CASE("a server that lets a call time out and gives no sign of life is killed")
{
    auto entry = entry_of_peer({"--silent-ping"});
    entry.timeout = 100ms;
    const auto tool
        = GENERATE(std::string("hang"), std::string("deaf"), std::string("close_stdin"));
    PeerRun run(entry, {}, {.sign = 200ms, .silence = 10ms});
    CHECK(has(run.text(tool), "within 100ms"));
    run.run_until([&] { return run.server.state() != Server::State::ready; });
    const std::string why = run.server.why_down();
    CHECK((why == "did not answer for 200ms after a call that had timed out"
        || (tool == "close_stdin" && why == "closed its stdin or its stdout")));
}

TEST_CASE("a server that does not read holds nobody up")
{
    auto entry = entry_of_peer({});
    entry.timeout = 200ms;
    PeerRun run(entry, {}, {.sign = 200ms});
    run.start();
    run.begin("deaf");
    run.begin("echo", {{"text", std::string(4 << 20, 'x')}});
    CHECK(has(PeerRun::text_of(run.outcome()), "within 200ms"));
    run.run_until([&] { return run.server.state() != Server::State::ready; });
}

TEST_CASE("progress starts the timeout of a call anew, up to a limit")
{
    auto entry = entry_of_peer({});
    SECTION("anew")
    {
        entry.timeout = 1000ms;
        CHECK(PeerRun(entry).text("progress", {{"count", 24}, {"ms", 50}}) == "done");
    }
    SECTION("up to a limit")
    {
        entry.timeout = 200ms;
        PeerRun run(entry, {}, {.call = 300ms});
        CHECK(has(
            run.text("progress", {{"count", 40}, {"ms", 50}}), "was still at work after 300ms"));
    }
    SECTION("not if it is no more than before")
    {
        entry.timeout = 300ms;
        CHECK(has(PeerRun(entry).text("progress", {{"count", 20}, {"ms", 50}, {"same", true}}),
            "neither answered nor reported progress within 300ms"));
    }
}

TEST_CASE("a call is not sent to a server that goes on changing its list, and not waited for")
{
    auto entry = entry_of_peer({});
    entry.timeout = 200ms;
    entry.start_timeout = 2s;
    PeerRun run(entry, {}, {.list = 20s});
    run.start();
    CHECK(run.text("change") == "changed");
    CHECK(has(run.text("echo"), "was not called: its server goes on changing its list"));
}

TEST_CASE("a call that is cancelled ends at once, and no answer of it reaches another one")
{
    PeerRun run(entry_of_peer({}));
    run.start();
    run.begin("progress", {{"count", 2}, {"ms", 20}});
    run.calls.cancel(1, agent::calls::Cancelled::call);
    const auto outcome = run.outcome();
    CHECK(outcome.error->code == toolkit::Code::permission_denied);
    CHECK(run.text("echo", {{"text", "tea"}}) == "tea");
}

TEST_CASE("questions are handed out, at most three of a call; without a user they are declined")
{
    const auto era = GENERATE(std::string("--modern"), std::string("--legacy"));
    int count = 0;
    const Asker asker = [&](const ServerQuestion& question) {
        CHECK(question.server.name == "peer");
        CHECK(std::get<Form>(question.about).message == "Which?");
        return Json {{"action", "accept"}, {"content", {{"number", ++count}}}};
    };
    PeerRun run(entry_of_peer({era}), asker);
    const std::string answer = R"({"action":"accept","content":{"number":1}})";
    CHECK(run.text("ask") == (era == "--modern" ? answer + R"("a \"state\"")" : answer));
    CHECK(run.actions == std::vector<std::string> {"accept"});
    if (era == "--legacy") {
        run.text("ask", {{"times", 5}});
        CHECK(count == 4);
        CHECK(run.actions.back() == "decline");
    }
    PeerRun alone(entry_of_peer({era}));
    CHECK(has(alone.text("ask"), R"({"action":"decline"})"));
    run.calls.begin({.id = 99,
        .method = "tools/call",
        .params = {{"name", "ask"}, {"arguments", Json::object()}},
        .name = "ask",
        .may_ask = false});
    CHECK(has(run.outcome().result.dump(), "decline"));
    CHECK(count == (era == "--legacy" ? 4 : 1));
}

namespace {

// Answers only what a test has it answer.
class LatePrompter : public QuestionPrompter {
public:
    struct Put {
        bool is_again;
        std::string url;
    };

    QuestionModes modes() const override { return {true, true}; }
    std::uint64_t put(const ServerQuestion& question) override
    {
        const auto* const page = std::get_if<UrlQuestion>(&question.about);
        questions.push_back({question.is_again, page != nullptr ? page->url : ""});
        return questions.size();
    }
    std::optional<Json> take(std::uint64_t number) override
    {
        auto taken = answers.extract(number);
        return taken.empty() ? std::nullopt : std::optional(taken.mapped());
    }
    void withdraw(std::uint64_t number) override { withdrawn.push_back(number); }

    std::vector<Put> questions;
    std::map<std::uint64_t, Json> answers;
    std::vector<std::uint64_t> withdrawn;
};

}

TEST_CASE("an answer can come late; the timeout of the call stands still until then")
{
    const auto era = GENERATE(std::string("--modern"), std::string("--legacy"));
    const auto prompter = std::make_shared<LatePrompter>();
    auto entry = entry_of_peer({era});
    entry.timeout = 50ms;
    PeerRun run(prompter, entry);
    run.begin("ask");
    run.run_until([&] { return !prompter->questions.empty(); });
    const auto end = std::chrono::steady_clock::now() + 200ms;
    run.run_until([&] { return std::chrono::steady_clock::now() > end; });
    prompter->answers[1] = {{"action", "accept"}, {"content", {{"number", 7}}}};
    CHECK(has(PeerRun::text_of(run.outcome()), R"("content":{"number":7})"));
}

TEST_CASE("a question is withdrawn with its call; an answer that does not fit the form is a no")
{
    const auto era = GENERATE(std::string("--modern"), std::string("--legacy"));
    const auto prompter = std::make_shared<LatePrompter>();
    PeerRun run(prompter, entry_of_peer({era}));
    run.begin("ask");
    run.run_until([&] { return !prompter->questions.empty(); });
    run.calls.cancel(1, agent::calls::Cancelled::call);
    run.outcome();
    CHECK(prompter->withdrawn == std::vector<std::uint64_t> {1});
    PeerRun other(prompter, entry_of_peer({era}));
    other.begin("ask");
    other.run_until([&] { return prompter->questions.size() == 2; });
    prompter->answers[2] = {{"action", "accept"}, {"content", {{"number", "seven"}}}};
    CHECK(has(PeerRun::text_of(other.outcome()), "decline"));
}

TEST_CASE("a page is opened after a yes, and again asked about until the operator is done")
{
    const auto era = GENERATE(std::string("--modern"), std::string("--legacy"));
    const auto prompter = std::make_shared<LatePrompter>();
    PeerRun run(prompter, entry_of_peer({era}));
    run.begin("page", {{"rounds", 2}});
    run.run_until([&] { return !prompter->questions.empty(); });
    CHECK(prompter->questions[0].url == "https://example.com/in?a=1");
    prompter->answers[1] = {{"action", "accept"}, {"content", {{"left", "out"}}}};
    if (era == "--modern") {
        run.run_until([&] { return prompter->questions.size() == 2; });
        CHECK(prompter->questions[1].is_again);
        prompter->answers[2] = {{"action", "accept"}};
    }
    const std::string text = PeerRun::text_of(run.outcome());
    CHECK(has(text, R"({"action":"accept"})"));
    CHECK(run.actions == std::vector<std::string> {"accept"});
}

TEST_CASE("a call that needs a page first is made again when the server or the operator says so")
{
    const bool is_told = GENERATE(true, false);
    const auto prompter = std::make_shared<LatePrompter>();
    PeerRun run(prompter, entry_of_peer({"--legacy"}));
    run.begin("visit", {{"complete", is_told}});
    run.run_until([&] { return !prompter->questions.empty(); });
    prompter->answers[1] = {{"action", "accept"}};
    if (!is_told) {
        run.run_until([&] { return prompter->questions.size() == 2; });
        prompter->answers[2] = {{"action", "accept"}};
    }
    CHECK(PeerRun::text_of(run.outcome()) == "visited");
}

TEST_CASE("a page that is not opened is an error that does not name its URL")
{
    const auto asker = [](const ServerQuestion&) { return declined(); };
    PeerRun run(entry_of_peer({"--legacy"}), asker);
    const std::string refused = run.text("visit");
    CHECK(has(refused, "the operator has not done that"));
    PeerRun alone(entry_of_peer({"--legacy"}));
    const std::string failed = alone.text("visit");
    CHECK(has(failed, "a page at 'example.com' has to be visited"));
    CHECK(!has(failed + refused, "a=1"));
}

TEST_CASE("roots are told, sampling is refused")
{
    const auto era = GENERATE(std::string("--modern"), std::string("--legacy"));
    const Json roots = Json::array({{{"uri", "file:///work"}, {"name", "work"}}});
    PeerRun run(entry_of_peer({era}), {}, {}, roots);
    CHECK(has(run.text("roots"), "file:///work"));
    const std::string refused = run.text("sample");
    CHECK(has(refused, era == "--modern" ? "asks for what it can't get here" : "-32601"));
    PeerRun without(entry_of_peer({era}));
    CHECK(!has(without.text("roots"), "file:"));
}
