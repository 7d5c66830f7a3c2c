#pragma once

#include "agent/calls/prepared_call.hpp"
#include "agent/channel/screen_events.hpp"
#include "agent/redaction/redaction.hpp"
#include "frontends/chat/live_calls.hpp"
#include "frontends/host/host_approver.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// The calls that agents make while they work for calls of this run. Each is reported as soon as the
// agent requests it; its outcome is read from the audit trail, where this run is its parent.
class NestedCalls {
public:
    // Receives the number of calls that an agent has made, and the verb of the last of them.
    using Tell
        = std::function<void(const std::string& id, std::size_t count, const std::string& doing)>;

    NestedCalls(std::string run, std::string directory, Tell tell)
        : run(std::move(run))
        , directory(std::move(directory))
        , tell(std::move(tell))
    {
    }

    // Follows the calls that the process of `call` makes, if it is of an agent.
    void follow(calls::PreparedCall& call);

    // The calls of an agent that has ended.
    struct Ended {
        std::size_t count = 0;
        // A line for each call with its verb and subject, the reason if it failed, and the
        // duration. At most 200; a last line gives the number of the others.
        std::vector<std::string> lines = {};
    };

    // Ends the call with this id, and returns the calls of its agent.
    Ended end(const std::string& id);

    // Discards all calls.
    void forget()
    {
        made.clear();
        ends.clear();
    }

private:
    struct Made {
        std::string tool;
        std::string request_hash;
        channel::Display display;
    };
    struct End {
        std::string tool;
        std::string request_hash;
        std::chrono::milliseconds duration;
        std::string failure; // empty if it has succeeded
    };
    std::string latest_log() const;
    void read_trail();
    void take_line(const std::string& line);
    std::string line_of(const Made& call);

    std::string run;
    std::string directory;
    Tell tell;
    std::map<std::string, std::vector<Made>> made; // by ids of the calls for which agents work
    std::vector<End> ends; // outcomes that are not assigned to a line yet
    std::string log; // name of the audit log being read
    std::size_t offset = 0; // end of what was read in it
};

// The position of a call in its message, from 1, and the number of calls in it.
struct PlaceOfCall {
    std::int64_t of;
    std::int64_t count;
};

// Asks about calls, and reports the output of running calls meanwhile.
class CallWatcher : public host::HostApprover {
public:
    CallWatcher(host::ChannelAsks& asks, const agent::redaction::Redaction& redaction,
        system::Cancel& cancel)
        : host::HostApprover(asks, redaction, cancel)
        , screen(asks)
    {
    }

    std::function<std::optional<PlaceOfCall>(const std::string& id)> place_of;

    // Called for each question about a call, with the diff that it shows; the diff may be empty.
    std::function<void(const std::string& id, const std::string& diff)> hears_question
        = [](const std::string&, const std::string&) {};

    LiveCalls* live = nullptr; // null: calls are not followed

    void watch(system::Watch& watch) const override
    {
        host::HostApprover::watch(watch);
        if (live != nullptr)
            live->watch(watch);
    }
    void step() override
    {
        host::HostApprover::step();
        if (live != nullptr)
            live->step();
    }

private:
    std::string put(const calls::PreparedCall& call, const channel::ApprovalAsk& ask,
        const Beside& beside) override;
    bool asks_about_edited() const override { return true; }

    host::ChannelAsks& screen;
};

}
