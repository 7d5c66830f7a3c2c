#pragma once

#include "frontends/host/channel.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace frontends::host {

using namespace toolkit;

// What a host is asked and has not answered yet. Each ask ends once: by an answer, or because
// nobody needs it any more.
class Asks {
public:
    enum class Kind { approval, host_tool, question };

    Asks() = default;
    Asks(const Asks&) = delete;
    Asks& operator=(const Asks&) = delete;
    virtual ~Asks() = default;

    // Tells the host, with fields that are redacted already, and returns the id. A question has
    // `message` and `type`: confirm, text, edit or choice, which has `choices`; and maybe more.
    virtual std::string open(Kind kind, const Json& fields) = 0;

    // The id of a call in an ask, so that it is the one in the other events of this call.
    virtual Json call_id(const std::string& id) const = 0;

    // The answer, once.
    virtual std::optional<Json> take(const std::string& id) = 0;

    // Ends it without an answer; `state` says why: "timed-out", "withdrawn". Nothing if it has
    // ended.
    virtual void close(const std::string& id, const char* state) = 0;

    // An answer waits to be taken.
    virtual bool has_answers() const = 0;
};

const char* name_of(Asks::Kind kind);

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
    Json open_ids() const;

    std::string open(Kind kind, const Json& fields) override;
    Json call_id(const std::string& id) const override { return channel.id_in_events(id); }
    std::optional<Json> take(const std::string& id) override;
    void close(const std::string& id, const char* state) override;
    bool has_answers() const override { return !answers.empty(); }

private:
    Channel& channel;
    std::size_t count = 0;
    std::map<std::string, Json> open_asks; // as require_answer() has them
    std::map<std::string, Json> answers;
};

}
