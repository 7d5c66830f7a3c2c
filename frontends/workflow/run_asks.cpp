#include "frontends/workflow/run_asks.hpp"

#include "toolkit/io/packet.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace frontends::workflow {

namespace {

// Sent with the socket of a worker.
struct Hello {
    pid_t worker = 0;
};

struct SocketPair {
    File ours;
    File theirs;
};

}

static SocketPair socket_pair(int type)
{
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot make the sockets for questions");
    return {File(ends[0]), File(ends[1])};
}

// Handles what a worker says about its open question. Returns false if that stays open.
bool AskLink::end(const std::string& ask, const Json& message)
{
    if (message.contains("refuse")) {
        const Json& why = message.at("refuse");
        channel.refuse(ask,
            ToolError(static_cast<Code>(why.at("code").get<int>()),
                why.at("message").get<std::string>(), why.at("hint").get<std::string>()));
        return false;
    }
    if (message.contains("accept"))
        channel.accept(ask);
    else
        channel.close(ask, static_cast<channel::AskedState>(message.at("close").get<int>()));
    return true;
}

void AskLink::obey(const Json& message)
{
    const std::string id = message.at("id");
    if (!message.contains("ask")) {
        const auto one = std::find_if(
            open.begin(), open.end(), [&](const auto& entry) { return entry.second == id; });
        if (one != open.end() && end(one->first, message))
            open.erase(one);
        return;
    }
    const auto ask = channel::decode_event<channel::Event>(message.at("ask").get<std::string>());
    open[channel.open(std::get<channel::Ask>(ask.value().event).about, channel::max_line)] = id;
}

// Ends the run if the host accepts nothing more.
bool AskLink::take_messages()
try {
    is_over = !link.receive();
    while (const auto message = link.next())
        obey(*message);
    if (is_over)
        for (const auto& [ask, id] : std::exchange(open, {}))
            channel.close(ask, channel::AskedState::withdrawn);
    return false;
} catch (const std::exception&) {
    is_over = true;
    return true;
}

void AskLink::pass_on()
{
    for (auto one = open.begin(); one != open.end();) {
        const auto answer = channel.take(one->first);
        if (!answer) {
            ++one;
            continue;
        }
        try {
            link.send({{"answer",
                channel::encode(channel::HostMessage(channel::Answer {one->second, *answer}))}});
        } catch (const ToolError&) { // the worker has exited
        }
        one = channel::changes_arguments(*answer) ? std::next(one) : open.erase(one);
    }
}

// Sends the question unredacted: the process that has the channel redacts it, and adds the number
// and the time.
std::string AskRelay::open(const About& about, std::size_t limit)
{
    constexpr std::size_t max_head = 256;
    std::string id = std::to_string(count + 1);
    link.send({{"id", id},
        {"ask",
            channel::encode(channel::Event(channel::Ask {id, about}), {}, {}, limit - max_head)}});
    ++count;
    return id;
}

std::optional<host::Asks::Answer> AskRelay::take(const std::string& id)
{
    auto taken = answers.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

void AskRelay::accept(const std::string& id) { link.send({{"id", id}, {"accept", true}}); }

void AskRelay::refuse(const std::string& id, const ToolError& why)
{
    link.send({{"id", id},
        {"refuse",
            {{"code", static_cast<int>(why.code)}, {"message", why.message}, {"hint", why.hint}}}});
}

void AskRelay::close(const std::string& id, channel::AskedState state)
{
    answers.erase(id);
    link.send({{"id", id}, {"close", static_cast<int>(state)}});
}

bool AskRelay::take_messages()
try {
    is_over = !link.receive();
    while (const auto message = link.next()) {
        auto answer = std::get<channel::Answer>(channel::decode_message<channel::HostMessage>(
            message->at("answer").get<std::string>()));
        answers[answer.id] = std::move(answer.content);
    }
    return is_over;
} catch (const std::exception&) {
    return is_over = true;
}

RunAsks::RunAsks(host::ChannelAsks& channel, system::Cancel& cancel)
    : channel(channel)
    , cancel(cancel)
    , owner(getpid())
{
    SocketPair pair = socket_pair(SOCK_SEQPACKET);
    ask_listener = std::move(pair.ours);
    ask_sender = std::move(pair.theirs);
    channel.on_answer = [this] {
        for (const auto& link : links)
            link->pass_on();
    };
    cancel.listen_to(*this);
}

RunAsks::~RunAsks() { channel.on_answer = {}; }

bool RunAsks::take_messages()
try {
    Hello hello;
    for (;;) {
        io::Packet received = io::receive_packet(ask_listener.descriptor(), hello, io::Wait::never);
        if (received.outcome != io::Packet::Outcome::whole || received.passed.size() != 1)
            return false;
        std::erase_if(links, [](const auto& link) { return link->has_ended(); });
        links.push_back(std::make_unique<AskLink>(std::move(received.passed[0]), channel));
        cancel.listen_to(*links.back());
    }
} catch (const std::exception&) {
    return true;
}

// Returns the channel in the owner, and a relay in a worker. A worker is recognized by its process
// id, since it was forked with all members.
host::Asks& RunAsks::asks()
{
    if (getpid() == owner)
        return channel;
    if (!relay || asker != getpid()) {
        SocketPair pair = socket_pair(SOCK_STREAM);
        const std::array passed {pair.theirs.descriptor()};
        if (const int error = io::send_packet(ask_sender.descriptor(), Hello {getpid()}, passed))
            throw system::system_error("cannot reach the process of the run", error);
        relay = std::make_unique<AskRelay>(std::move(pair.ours));
        asker = getpid();
        cancel.listen_to(*relay);
    }
    return *relay;
}

bool RunAsks::has_answers() const
{
    if (getpid() == owner)
        return channel.has_answers();
    return relay && asker == getpid() && relay->has_answers();
}

}
