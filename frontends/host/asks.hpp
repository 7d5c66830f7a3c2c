#pragma once

#include "agent/channel/answers.hpp"
#include "agent/channel/screen_messages.hpp"
#include "frontends/host/channel.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace frontends::host {

using namespace toolkit;

// The questions to a host that it has not answered yet. Each ask ends exactly once: by an answer,
// or because it is no longer needed.
class Asks {
public:
    Asks() = default;
    Asks(const Asks&) = delete;
    Asks& operator=(const Asks&) = delete;
    virtual ~Asks() = default;

    using About = decltype(channel::Ask::about);

    // The content of an answer.
    using Answer = decltype(channel::Answer::content);

    // Sends the question to the host, and returns its id. Throws TOO_LARGE if its line would have
    // `limit` bytes or more: what cannot be shown cannot be answered.
    virtual std::string open(const About& about, std::size_t limit) = 0;

    // Returns the answer, once; nullopt if there is none yet.
    virtual std::optional<Answer> take(const std::string& id) = 0;

    // End the check of an answer with arguments that take() has returned: accept() ends the ask,
    // refuse() sends the error and leaves the ask open. Do nothing if the ask has ended.
    virtual void accept(const std::string& id) = 0;
    virtual void refuse(const std::string& id, const ToolError& why) = 0;

    // Ends the ask without an answer; `state` is the reason. Does nothing if the ask has already
    // ended.
    virtual void close(const std::string& id, channel::AskedState state) = 0;

    // Returns true if an answer can be taken.
    virtual bool has_answers() const = 0;
};

// The asks of the process that owns the channel.
class ChannelAsks : public Asks {
public:
    // Numbers the asks after the last event, so that their ids differ from those of an earlier
    // process.
    explicit ChannelAsks(Channel& channel)
        : channel(channel)
        , count(channel.last_seq())
    {
    }

    // Accepts the answer to an open ask; one with arguments is accepted by accept(), after a check.
    // Throws NOT_FOUND if the ask is not open, CONFLICT if an answer to it is being checked, and
    // BAD_REQUEST if the answer does not fit the ask.
    void answer(channel::Answer answer);

    // Called when an answer has arrived; may be empty.
    std::function<void()> on_answer;

    // Returns the ids of the open asks.
    std::vector<std::string> open_ids() const;

    std::string open(const About& about, std::size_t limit) override;

    // Ask the screen of a chat in the same way.
    std::string open(const channel::ChatApproval& approval, std::size_t limit);
    std::string open(const channel::ChatQuestion& question, std::size_t limit);
    std::string open(const channel::ChatPick& pick, std::size_t limit);

    // Accepts the choice of a row. Throws NOT_FOUND if the pick is not open, and BAD_REQUEST if it
    // has no such row or action. take() then returns an empty value, and take_pick() the choice.
    void pick(channel::Picked picked);
    std::optional<channel::Picked> take_pick(const std::string& id);

    std::optional<Answer> take(const std::string& id) override;
    void accept(const std::string& id) override;
    void refuse(const std::string& id, const ToolError& why) override;
    void close(const std::string& id, channel::AskedState state) override;
    bool has_answers() const override { return !answers.empty(); }

private:
    void end(const std::string& id, std::optional<channel::AskedVerdict> verdict);

    Channel& channel;
    std::uint64_t count;
    // With the data that is needed to check the answer.
    std::map<std::string, channel::Ask> open_asks;
    std::map<std::string, Answer> answers;
    std::map<std::string, std::vector<std::size_t>> open_picks; // number of actions of each row
    std::map<std::string, channel::Picked> picks;
    std::set<std::string> checked; // ids of open asks whose answers have arguments
};

}
