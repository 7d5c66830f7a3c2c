#pragma once

#include "agent/calls/prepared_call.hpp"
#include "agent/display/printed.hpp"
#include "agent/redaction/redaction.hpp"
#include "frontends/host/channel.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// Follows the output of running calls, and reports it to the screen: at most four times a second,
// and not while the screen does not read.
class LiveCalls {
public:
    using Clock = system::Watch::Clock;

    LiveCalls(host::Channel& channel, const redaction::Redaction& redaction)
        : channel(channel)
        , redaction(redaction)
    {
    }

    // Follows the output or the progress of the call. The call must end before this object is
    // destroyed.
    void follow(calls::PreparedCall& call);

    // Records the number of calls that the agent working for a call has made; `doing` is the verb
    // of the last one.
    void at_work(const std::string& id, std::size_t calls, const std::string& doing);

    // Must be called when the time of watch() has come, or more often.
    void watch(system::Watch& watch) const;
    void step();

    // Returns the output of an ended call and discards it; nullopt if the call was not followed.
    // `bytes` is the size of the output according to the call's answer; if it differs, some output
    // was not read.
    std::optional<display::LiveTail> take(const std::string& id, std::optional<std::size_t> bytes);

    // Discards all calls.
    void forget() { live.clear(); }

private:
    struct Live {
        redaction::RedactedStream stream;
        display::LiveTail tail = {};
        std::string words = {}; // message of a server about its call
        std::size_t bytes = 0; // read
        std::size_t calls = 0; // calls of an agent
        std::string doing = {}; // the verb of the last of these
        bool has_news = false;
    };

    Live& begin(const std::string& id);
    bool has_news() const;

    host::Channel& channel;
    const redaction::Redaction& redaction;
    std::map<std::string, Live> live;
    Clock::time_point next {}; // earliest time of the next report
};

}
