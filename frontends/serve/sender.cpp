#include "frontends/serve/sender.hpp"

#include "frontends/serve/post.hpp"
#include "frontends/serve/spawner.hpp"
#include "frontends/serve/webhook_signature.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/sandbox/sandbox.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/own_process.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstring>
#include <memory>
#include <span>

namespace frontends::serve {

using namespace std::chrono_literals;

namespace {

// Starts the sender. Comes with two descriptors: a file with the settings, and the socket that
// leads to the front.
struct SenderStart {
    std::uint32_t version = 1;
};

// Reports to the spawner that the sender is confined.
struct SenderReady {
    std::uint32_t version = 1;
};

using Clock = system::Watch::Clock;

// More posts than the front has in progress. If a front that was taken over sends more, they wait
// in the socket.
constexpr std::size_t max_postings = 64;

// A request that is under way.
struct Posting {
    std::uint32_t number;
    Clock::time_point deadline;
    std::size_t received = 0; // bytes of the response's body
    std::unique_ptr<web::WebExchange> exchange;
};

// Posts to the destinations what the front sends, until the front has exited.
class Sender {
public:
    Sender(const SenderSettings& settings, File front); // the settings must outlive it

    void serve();

private:
    struct Server {
        const Destination& destination;
        std::unique_ptr<web::WebServer> server;
    };

    bool take_posts();
    void begin(const PostHead& head, std::string body);
    bool is_over(Posting& posting);
    void report(const PostOutcome& outcome) const;

    File front;
    std::map<To, Server> servers;
    std::vector<Posting> postings;
};

}

static web::Route route_to(const Destination& destination, const std::string& ca_file)
{
    return {destination.url, destination.proxy, ca_file, web::Verify::on, {}};
}

// Loads the authorities now: the files cannot be opened later.
Sender::Sender(const SenderSettings& settings, File front)
    : front(std::move(front))
{
    for (const auto& [to, destination] : settings.destinations) {
        web::Route route = route_to(destination, settings.ca_file);
        web::Authorities authorities
            = destination.url.scheme == web::Scheme::https ? web::load_authorities(route) : nullptr;
        servers.emplace(to,
            Server {destination,
                std::make_unique<web::WebServer>(std::move(route), std::move(authorities))});
    }
}

static std::string id_in(const PostHead& head)
{
    const std::string id(head.id.data(), strnlen(head.id.data(), head.id.size()));
    const bool is_id = std::all_of(id.begin(), id.end(),
        [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; });
    return is_id ? id : std::string();
}

// Ignores an unknown destination, which only a front that was taken over names.
void Sender::begin(const PostHead& head, std::string body)
{
    constexpr auto time_for_post = 15s;
    const auto found = servers.find(head.to);
    if (found == servers.end())
        return;
    auto& [destination, server] = found->second;
    web::WebRequest request;
    request.target = destination.url.path + destination.url.query;
    request.fields = destination.fields;
    request.fields.emplace_back("Content-Type", "application/json");
    if (!destination.keys.empty()) {
        const WebhookAttempt attempt {id_in(head), std::to_string(std::time(nullptr)), body};
        request.fields.emplace_back("webhook-id", attempt.id);
        request.fields.emplace_back("webhook-timestamp", attempt.timestamp);
        request.fields.emplace_back(
            "webhook-signature", webhook_signature(destination.keys, attempt));
    }
    request.body = std::move(body);
    postings.push_back({head.number, Clock::now() + time_for_post, 0, server->begin(request)});
}

// Returns false if the front has exited.
bool Sender::take_posts()
{
    std::string packet(sizeof(PostHead) + max_post_body, '\0');
    while (postings.size() < max_postings) {
        const ssize_t size = recv(front.descriptor(), packet.data(), packet.size(), MSG_DONTWAIT);
        if (size < 0 && (errno == EAGAIN || errno == EINTR))
            return true;
        PostHead head;
        if (size < static_cast<ssize_t>(sizeof head))
            return false;
        std::memcpy(&head, packet.data(), sizeof head);
        begin(head, packet.substr(sizeof head, static_cast<std::size_t>(size) - sizeof head));
    }
    return true;
}

template<std::size_t size>
static void put_text(std::array<char, size>& place, std::string_view text)
{
    const std::size_t length = std::min(text.size(), size - 1);
    std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length), place.begin(),
        [](char letter) { return letter >= ' ' && letter <= '~' ? letter : '?'; });
}

// Returns the number of seconds in a Retry-After; 0 for a date.
static std::uint32_t seconds_in(const std::string& value)
{
    std::uint32_t seconds = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    return error == std::errc() && end == value.data() + value.size() ? seconds : 0;
}

// Reports the result of a post to the front. Returns false while the post is in progress. If the
// body of the response does not end in time, the result is the status of the response.
bool Sender::is_over(Posting& posting)
{
    constexpr std::size_t max_body = 64 << 10;
    web::WebExchange& exchange = *posting.exchange;
    posting.received += exchange.take_body().size();
    const bool is_late = Clock::now() >= posting.deadline;
    if (!exchange.is_over() && posting.received <= max_body && !is_late)
        return false;
    PostOutcome outcome {posting.number};
    if (exchange.has_head()) {
        outcome.status = exchange.status();
        outcome.retry_after = seconds_in(exchange.field("retry-after"));
    } else {
        put_text(outcome.reason,
            exchange.failure() ? exchange.failure()->message : "there was no response within 15 s");
    }
    report(outcome);
    return true;
}

void Sender::report(const PostOutcome& outcome) const { send_packet(front, outcome); }

void Sender::serve()
{
    for (;;) {
        system::Watch watch;
        if (postings.size() < max_postings)
            watch.readable(front.descriptor());
        for (const auto& posting : postings) {
            posting.exchange->watch(watch);
            watch.until(posting.deadline);
        }
        watch.wait();
        for (auto& posting : postings)
            posting.exchange->step();
        std::erase_if(postings, [this](Posting& posting) { return is_over(posting); });
        if (watch.is_ready(front.descriptor()) && !take_posts())
            return;
    }
}

void lock_in_sender(const std::vector<std::uint16_t>& ports)
{
    sandbox::Sandbox sandbox;
    sandbox.threads = sandbox::Threads::many;
    sandbox.network = sandbox::Network::tcp;
    sandbox.ports = ports;
    sandbox::enter(sandbox, {}, sandbox::Confinement::landlock);
}

// Waits for the settings. Returns if there are none.
static void serve_front(const File& spawner)
{
    SenderStart start;
    io::Packet received = io::receive_packet(spawner.descriptor(), start);
    if (received.outcome != io::Packet::Outcome::whole || received.passed.size() != 2)
        return;
    constexpr std::size_t max_bytes = 1 << 20;
    const SenderSettings settings = sender_settings_in(json::parse_bounded(
        system::read_whole(received.passed[0], "the settings of the sender", max_bytes)));
    Sender sender(settings, std::move(received.passed[1]));
    lock_in_sender(ports_of(settings));
    send_packet(spawner, SenderReady {});
    try {
        sender.serve();
    } catch (const ToolError&) { // NOLINT(bugprone-empty-catch): the front has exited
    }
}

[[noreturn]] static void become_sender(const File& spawner, char** argv)
{
    system::erase_arguments_and_environment(argv);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) // the front handles them
        std::signal(number, SIG_IGN);
    int status = 0;
    try {
        serve_front(spawner);
    } catch (const ToolError& error) {
        const std::string line = "agentcli: " + terminal::one_line(error) + "\n";
        status = write(STDERR_FILENO, line.data(), line.size()) < 0 ? 1 : 3;
    } catch (const std::exception&) { // memory is short
        status = 1;
    }
    _exit(status);
}

SenderProcess fork_sender(File& others, char** argv)
{
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot make the sockets of the sender");
    File ours(ends[0]);
    const File theirs(ends[1]);
    const pid_t child = fork();
    if (child < 0)
        throw system::system_error("cannot start the sender");
    if (child == 0) {
        ours.close();
        others.close();
        become_sender(theirs, argv);
    }
    return {child, std::move(ours)};
}

void await_end_of(SenderProcess& sender)
{
    sender.socket.close();
    while (sender.process > 0 && waitpid(sender.process, nullptr, 0) < 0 && errno == EINTR) { }
    sender.process = -1;
}

File configure(SenderProcess& sender, const SenderSettings& settings)
{
    if (settings.destinations.empty()) {
        await_end_of(sender);
        return {};
    }
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot make the sockets of the sender");
    File for_front(ends[0]);
    {
        const File for_sender(ends[1]);
        const File text = file_in_memory(json_of(settings).dump());
        send_packet(
            sender.socket, SenderStart {}, std::array {text.descriptor(), for_sender.descriptor()});
    }
    SenderReady ready;
    if (io::receive_packet(sender.socket.descriptor(), ready).outcome == io::Packet::Outcome::whole)
        return for_front;
    await_end_of(sender);
    throw ToolError(Code::sandbox_unavailable, "the sender of webhooks and traces cannot start");
}

}
