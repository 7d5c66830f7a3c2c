#include "frontends/serve/outbox.hpp"

#include "toolkit/io/packet.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

namespace frontends::serve {

Outbox::Outbox(File sender)
    : sender(std::move(sender))
{
}

void Outbox::post(To to, std::string_view id, std::string_view body, Done done)
{
    PostHead head {++last_number, to};
    std::copy_n(id.begin(), std::min(id.size(), head.id.size()), head.id.begin());
    std::string packet(sizeof head, '\0');
    std::memcpy(packet.data(), &head, sizeof head);
    packet += body.substr(0, max_post_body);
    unsent.push_back(std::move(packet));
    waiting.emplace(last_number, std::move(done));
}

void Outbox::watch(system::Watch& watch) const
{
    if (!sender)
        return;
    watch.readable(sender.descriptor());
    if (!unsent.empty())
        watch.writable(sender.descriptor());
}

// Returns false if the sender has exited.
bool Outbox::send_unsent()
{
    while (!unsent.empty()) {
        const auto bytes = std::as_bytes(std::span(unsent.front()));
        const int error = io::send_packet(sender.descriptor(), bytes, {}, io::Wait::never);
        if (error == EAGAIN)
            return true;
        if (error != 0)
            return false;
        unsent.pop_front();
    }
    return true;
}

static std::string reason_in(const PostOutcome& outcome)
{
    std::string text(outcome.reason.data(), strnlen(outcome.reason.data(), outcome.reason.size()));
    std::replace_if(
        text.begin(), text.end(), [](char letter) { return letter < ' ' || letter > '~'; }, '?');
    return text;
}

bool Outbox::receive_outcomes()
{
    for (;;) {
        PostOutcome outcome;
        const auto packet = io::receive_packet(sender.descriptor(), outcome, io::Wait::never, 0);
        if (packet.outcome == io::Packet::Outcome::none)
            return true;
        if (packet.outcome != io::Packet::Outcome::whole)
            return false;
        if (const auto found = waiting.extract(outcome.number))
            found.mapped()({outcome.status, outcome.retry_after, reason_in(outcome)});
    }
}

void Outbox::step()
{
    if (!sender || (send_unsent() && receive_outcomes()))
        return;
    sender.close();
    unsent.clear();
    waiting.clear();
    throw ToolError(Code::io_error, "the sender of webhooks and traces has exited",
        "the next start of the server sends the webhooks that are left");
}

}
