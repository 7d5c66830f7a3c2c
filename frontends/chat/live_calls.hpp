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

// Follows what calls print while they run, and tells the screen of it: at most four times a second,
// and not while the screen does not read.
class LiveCalls {
public:
    using Clock = system::Watch::Clock;

    LiveCalls(host::Channel& channel, const redaction::Redaction& redaction)
        : channel(channel)
        , redaction(redaction)
    {
    }

    // Has the call tell what it prints, or how far it is. It must end before this object does.
    void follow(calls::PreparedCall& call);

    // Notes how many calls the agent that works for a call has made; `doing` is the verb of the
    // last.
    void at_work(const std::string& id, std::size_t calls, const std::string& doing);

    // Must be called when the time of watch() has come, or more often.
    void watch(system::Watch& watch) const;
    void step();

    // Returns what an ended call has printed, and forgets it; nullopt if that is not known. `bytes`
    // is the number that it has printed by its answer: if it differs, some were not read.
    std::optional<display::LiveTail> take(const std::string& id, std::optional<std::size_t> bytes);

    // Forgets all calls.
    void forget() { live.clear(); }

private:
    struct Live {
        redaction::RedactedStream stream;
        display::LiveTail tail = {};
        std::string words = {}; // of a server about its call
        std::size_t bytes = 0; // read
        std::size_t calls = 0; // that an agent has made
        std::string doing = {}; // the verb of the last
        bool has_news = false;
    };

    Live& begin(const std::string& id);
    bool has_news() const;

    host::Channel& channel;
    const redaction::Redaction& redaction;
    std::map<std::string, Live> live;
    Clock::time_point next {}; // not told before
};

}
