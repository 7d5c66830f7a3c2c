#include "catch.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/serve/run_spans.hpp"
#include "frontends/serve/sender.hpp"
#include "frontends/serve/webhook_signature.hpp"
#include "frontends/serve/webhooks.hpp"
#include "toolkit/sandbox/landlock.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace std::chrono_literals;

namespace {

constexpr std::uint16_t open_port = 1; // nobody listens there
constexpr std::uint16_t closed_port = 2;

int error_of_connection(std::uint16_t port)
{
    const File file(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in place {};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool is_open
        = connect(file.descriptor(), reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0;
    return is_open ? 0 : errno;
}

// Returns the first thing that a sender which strangers have taken over can do beyond its task; 0
// if there is none.
int deed_of_sender()
{
    constexpr int abi_with_ports = 4;
    const bool has_ports = toolkit::sandbox::landlock::abi() >= abi_with_ports;
    lock_in_sender({open_port});
    if (error_of_connection(open_port) != ECONNREFUSED)
        return 1;
    if (has_ports && error_of_connection(closed_port) != EACCES)
        return 2;
    if (open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0)
        return 3;
    if (open("/tmp/file", O_RDWR | O_CREAT | O_CLOEXEC, 0600) >= 0)
        return 4;
    if (socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0)
        return 5;
    return 0;
}

// Returns the exit status of a child that does this.
int status_of(int (*deed)())
{
    const pid_t child = fork();
    if (child == 0) {
        try {
            _exit(deed());
        } catch (...) {
            _exit(100);
        }
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> names_of_spans(const std::vector<channel::Event>& events)
{
    std::vector<std::string> names;
    RunSpans spans("agent", {},
        [&](const Json& span) { names.push_back(span.at("name").get<std::string>()); });
    std::uint64_t seq = 0;
    for (const auto& event : events)
        spans.follow(channel::encode(event, {++seq, "2026-11-30T09:30:00.007Z"}));
    return names;
}

// Returns the names of the spans of a turn with a call, after which the turn ends.
std::vector<std::string> spans_before(const std::string& exit_reason)
{
    const channel::Document message(Json {{"role", "assistant"}, {"content", nullptr}});
    return names_of_spans({channel::Turn {channel::TurnBegins {}}, channel::Message {1, message},
        channel::CallEvent {.id = "c1", .tool = "look"},
        channel::Result {.id = "c1", .tool = "look"},
        channel::Turn {channel::TurnEnds {
            .exit_reason = exit_reason, .error = channel::Failure {"INTERNAL", "why"}}}});
}

}

TEST_CASE("a sender connects to its ports and does nothing else")
{
    if (toolkit::sandbox::landlock::abi() == 0)
        return; // a server with a webhook does not start here
    CHECK(status_of(deed_of_sender) == 0);
    constexpr int stopped = 1; // by the sandbox
    constexpr int missed = 7;
    CHECK(status_of([] {
        lock_in_sender({open_port});
        execl("/bin/true", "true", nullptr);
        return missed;
    }) == stopped);
    CHECK(status_of([] {
        lock_in_sender({open_port});
        return kill(getppid(), 0) == 0 ? missed : missed + 1;
    }) == stopped);
}

// The example of the libraries of Standard Webhooks.
TEST_CASE("a webhook is signed as Standard Webhooks has it")
{
    const auto keys = webhook_keys_in("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");
    const WebhookAttempt attempt {
        "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", R"({"test": 2432232314})"};
    CHECK(webhook_signature(keys, attempt) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    const auto two = webhook_keys_in(
        "\n whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\r\nMfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    CHECK(two.size() == 2);
    CHECK(webhook_signature(two, attempt)
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= "
           "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    for (const char* text : {"", "\n", "whsec_", "whsec_c2hvcnQ=", "whsec_!!"})
        CHECK_THROWS_AS(webhook_keys_in(text), toolkit::ToolError);
}

TEST_CASE("the delays of webhooks are at most four, and an hour together")
{
    CHECK(parse_webhook_delays("5s,5m,15m,30m") == Webhooks::Delays {5s, 5min, 15min, 30min});
    CHECK(parse_webhook_delays("20ms") == Webhooks::Delays {20ms});
    for (const char* text : {"1s,1s,1s,1s,1s", "30m,30m", "x"})
        CHECK_THROWS_AS(parse_webhook_delays(text), toolkit::ToolError);
}

TEST_CASE("a webhook has no content of the conversation")
{
    const Json run {{"id", "R"}, {"state", "ended"}, {"owner", "token:bot"}, {"endedAt", "T"},
        {"asks", Json::array()},
        {"result",
            {{"answer", "secret"}, {"exitReason", "failed"}, {"exitStatus", 1}, {"steps", 2},
                {"calls", Json::array({{{"tool", "secret"}}})}, {"usage", {{"total_tokens", 3}}},
                {"outputs", {{"step", "secret"}}},
                {"error", {{"code", "IO_ERROR"}, {"message", "secret"}}}}}};
    const Json body = Json::parse(webhook_body(run));
    CHECK(body
        == Json {{"type", "run.ended"}, {"timestamp", "T"},
            {"data",
                {{"id", "R"}, {"state", "ended"}, {"owner", "token:bot"}, {"endedAt", "T"},
                    {"result",
                        {{"exitReason", "failed"}, {"exitStatus", 1}, {"steps", 2},
                            {"usage", {{"total_tokens", 3}}},
                            {"error", {{"code", "IO_ERROR"}}}}}}}});
}

TEST_CASE("a webhook that no server has tried for an hour is still posted")
{
    const auto path
        = std::filesystem::temp_directory_path() / ("webhooks." + std::to_string(getpid()));
    std::filesystem::create_directories(path / "webhooks");
    std::ofstream(path / "webhooks" / "01M8N3KA1W3N7JSJVN5CH8ETJ1")
        << R"({"attempts":0,"first":0,"due":0,"body":"{}"})";
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
    const File sender(ends[1]);
    Outbox outbox {File(ends[0])};
    const File state(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    std::string reports;
    Webhooks webhooks(state, outbox, {20ms}, [&](const std::string& text) { reports += text; });
    webhooks.step();
    CHECK(outbox.under_way() == 1);
    CHECK(reports.empty());
    std::filesystem::remove_all(path);
}

TEST_CASE("calls of two steps of a workflow have a span each if their ids are the same")
{
    CHECK(names_of_spans({channel::CallEvent {.path = "a", .id = "c1", .tool = "first"},
              channel::CallEvent {.path = "b", .id = "c1", .tool = "second"},
              channel::Result {.path = "a", .id = "c1", .tool = "first"},
              channel::Result {.path = "b", .id = "c1", .tool = "second"}})
        == std::vector<std::string> {"execute_tool first", "execute_tool second"});
}

TEST_CASE("a turn that ends before its next request has no span of that request")
{
    CHECK(spans_before("repeated-call") == std::vector<std::string> {"chat", "execute_tool look"});
    CHECK(spans_before("failed") == std::vector<std::string> {"chat", "execute_tool look", "chat"});
}

TEST_CASE("a traceparent is read as W3C Trace Context has it")
{
    const std::string trace = "0af7651916cd43dd8448eb211c80319c";
    const std::string span = "b7ad6b7169203331";
    const auto parent = trace_parent_in("00-" + trace + "-" + span + "-01");
    REQUIRE(parent);
    CHECK(parent->trace == trace);
    CHECK(parent->span == span);
    CHECK(parent->is_sampled);
    CHECK_FALSE(trace_parent_in("00-" + trace + "-" + span + "-00")->is_sampled);
    CHECK(trace_parent_in("cc-" + trace + "-" + span + "-09-more")->is_sampled);
    for (const std::string& text :
        {std::string(), "00-" + trace + "-" + span, "00-" + trace + "-" + span + "-01-more",
            "ff-" + trace + "-" + span + "-01", "00-" + std::string(32, '0') + "-" + span + "-01",
            "00-" + trace + "-" + std::string(16, '0') + "-01",
            "00-" + std::string(32, 'A') + "-" + span + "-01", "0x-" + trace + "-" + span + "-01",
            "00-" + trace + "-" + span + "-0x"})
        CHECK_FALSE(trace_parent_in(text));
}

}
