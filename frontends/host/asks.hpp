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

// What a host is asked and has not answered yet. Each ask ends once: by an answer, or because
// nobody needs it any more.
class Asks {
public:
    Asks() = default;
    Asks(const Asks&) = delete;
    Asks& operator=(const Asks&) = delete;
    virtual ~Asks() = default;

    using About = decltype(channel::Ask::about);

    // The content of an answer.
    using Answer = decltype(channel::Answer::content);

    // Tells the host, and returns the id. Throws TOO_LARGE if the line would not be shorter than
    // `limit`: what cannot be shown cannot be answered.
    virtual std::string open(const About& about, std::size_t limit) = 0;

    // The answer, once.
    virtual std::optional<Answer> take(const std::string& id) = 0;

    // End the check of an answer with arguments that take() has returned: accept() ends the ask,
    // refuse() sends the error and leaves the ask open. Do nothing if the ask has ended.
    virtual void accept(const std::string& id) = 0;
    virtual void refuse(const std::string& id, const ToolError& why) = 0;

    // Ends it without an answer; `state` says why. Nothing if it has ended.
    virtual void close(const std::string& id, channel::AskedState state) = 0;

    // An answer waits to be taken.
    virtual bool has_answers() const = 0;
};

// Those of the process that has the channel.
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

    // Hears that one has come; may be empty.
    std::function<void()> on_answer;

    // Returns the ids of the open asks.
    std::vector<std::string> open_ids() const;

    std::string open(const About& about, std::size_t limit) override;

    // The same for the screen of a chat.
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
    std::map<std::string, channel::Ask> open_asks; // with what a check of the answer needs
    std::map<std::string, Answer> answers;
    std::map<std::string, std::vector<std::size_t>> open_picks; // counts of actions of the rows
    std::map<std::string, channel::Picked> picks;
    std::set<std::string> checked; // ids of open asks whose answers have arguments
};

}
