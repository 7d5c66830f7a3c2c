#pragma once

#include "frontends/host/channel.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
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

    // Tells the host, and returns the id. Throws TOO_LARGE if the line would not be shorter than
    // `limit`: what cannot be shown cannot be answered.
    virtual std::string open(const About& about, std::size_t limit) = 0;

    // The answer, once.
    virtual std::optional<Json> take(const std::string& id) = 0;

    // Ends it without an answer; `state` says why. Nothing if it has ended.
    virtual void close(const std::string& id, channel::AskedState state) = 0;

    // An answer waits to be taken.
    virtual bool has_answers() const = 0;
};

// `ask` has `id` and `kind`, and of a question its other fields. Throws BAD_REQUEST, with what
// would answer it in the hint.
void require_answer(const Json& ask, const Json& fields);

// Those of the process that has the channel.
class ChannelAsks : public Asks {
public:
    explicit ChannelAsks(Channel& channel)
        : channel(channel)
    {
    }

    // An answer that has come. Throws NOT_FOUND if no such ask is open, and BAD_REQUEST if it is
    // none to this ask.
    void answer(const Json& fields);

    // Hears that one has come; may be empty.
    std::function<void()> on_answer;

    // Returns the ids of the open asks.
    std::vector<std::string> open_ids() const;

    std::string open(const About& about, std::size_t limit) override;

    // The same for the screen of a chat.
    std::string open(const channel::ChatApproval& approval, std::size_t limit);

    std::optional<Json> take(const std::string& id) override;
    void close(const std::string& id, channel::AskedState state) override;
    bool has_answers() const override { return !answers.empty(); }

private:
    struct Open {
        channel::AskKind kind;
        Json ask; // as require_answer() has it
    };

    Channel& channel;
    std::size_t count = 0;
    std::map<std::string, Open> open_asks;
    std::map<std::string, Json> answers;
};

}
