#pragma once

#include "frontends/host/asks.hpp"
#include "frontends/workflow/workers.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent;

// The questions of one worker, in the process that has the channel.
class AskLink : public system::CancelSource {
public:
    AskLink(File socket, host::ChannelAsks& channel)
        : link(std::move(socket))
        , channel(channel)
    {
    }

    int descriptor() const override { return link.descriptor(); }
    bool take_messages() override;
    bool has_ended() const override { return is_over; }

    // Passes on the answers that have arrived.
    void pass_on();

private:
    void obey(const Json& message);
    bool end(const std::string& ask, const Json& message);

    WorkerLink link;
    host::ChannelAsks& channel;
    std::map<std::string, std::string> open; // id of the worker's question by that of the channel
    bool is_over = false;
};

// The questions of a worker. They are sent over a link of their own, since the process that has
// forked the worker may be a worker itself, and busy with other work.
class AskRelay : public host::Asks, public system::CancelSource {
public:
    explicit AskRelay(File socket)
        : link(std::move(socket))
    {
    }

    std::string open(const About& about, std::size_t limit) override;
    std::optional<Answer> take(const std::string& id) override;
    void accept(const std::string& id) override;
    void refuse(const std::string& id, const ToolError& why) override;
    void close(const std::string& id, channel::AskedState state) override;
    bool has_answers() const override { return !answers.empty(); }

    int descriptor() const override { return link.descriptor(); }
    bool take_messages() override;
    bool has_ended() const override { return is_over; }

private:
    WorkerLink link;
    std::map<std::string, Answer> answers;
    std::size_t count = 0;
    bool is_over = false;
};

// Asks the host from any process of a run.
class RunAsks : public host::Asks, public system::CancelSource {
public:
    // To be constructed in the process that has the channel. The arguments must outlive the object.
    RunAsks(host::ChannelAsks& channel, system::Cancel& cancel);
    ~RunAsks() override;

    std::string open(const About& about, std::size_t limit) override
    {
        return asks().open(about, limit);
    }
    std::optional<Answer> take(const std::string& id) override { return asks().take(id); }
    void accept(const std::string& id) override { asks().accept(id); }
    void refuse(const std::string& id, const ToolError& why) override { asks().refuse(id, why); }
    void close(const std::string& id, channel::AskedState state) override
    {
        asks().close(id, state);
    }
    bool has_answers() const override;

    // Accepts the links of workers.
    int descriptor() const override { return ask_listener.descriptor(); }
    bool take_messages() override;
    bool has_ended() const override { return false; }

private:
    host::Asks& asks();

    host::ChannelAsks& channel;
    system::Cancel& cancel;
    const pid_t owner;
    File ask_listener;
    File ask_sender;
    std::vector<std::unique_ptr<AskLink>> links; // links of workers; only in the owner
    pid_t asker = 0; // the process that `relay` belongs to
    std::unique_ptr<AskRelay> relay;
};

}
