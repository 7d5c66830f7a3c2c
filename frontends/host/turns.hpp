#pragma once

#include "agent/audit/audit.hpp"
#include "agent/loop/tally.hpp"
#include "frontends/host/channel.hpp"
#include "frontends/host/inbox.hpp"
#include "runner/start/engine.hpp"
#include "runner/start/run_config.hpp"
#include "runner/start/user_message.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

// The turns of a client: each with its events, its limits, and its lines in the trail.
class Turns {
public:
    struct Dependencies {
        Channel& channel;
        Inbox& inbox;
        audit::Audit& audit;
        system::Cancel& cancel;
    };

    // What a say goes to the model as; a chat has more of it.
    std::function<std::vector<start::Engine::Turn::Message>(const channel::ScreenSay& say)> messages
        = [](const auto& say) { return start::messages_of(say.content, say.context); };

    // Called before a message is sent in the running turn. If it returns false, the message is not
    // sent. May be empty.
    std::function<bool(const channel::ScreenSay& say)> may_send;

    // Returns the hint to show for a failed turn. May be unset: the hint of the failure is shown.
    std::function<std::string(const loop::Stop& stop)> hint_of;

    // All have to outlive it.
    Turns(const Dependencies& by, const start::RunConfig& config)
        : by(by)
        , config(config)
    {
    }

    // Asked before each request of a turn for messages that precede those of the client.
    std::function<std::vector<model::Message>()> take_notes;

    // A whole one. `say` is what begins it; null if the transcript ends with that already.
    void take(start::Engine& engine, const channel::ScreenSay* say);

    // Takes a turn whose first messages do not come from a say. Writes `sha256`, which may be
    // empty, to the audit trail before it calls `messages`.
    struct Prepared {
        std::string sha256;
        std::function<std::vector<start::Engine::Turn::Message>()> messages;
        const channel::ScreenSay* said = nullptr; // reported as delivered; may be null
    };
    void take(start::Engine& engine, const Prepared& prepared);

    // A turn of its own, in which a summary takes the place of older messages.
    loop::Stop compact(start::Engine& engine);

    // Of replies to others that these turns have asked.
    void count_usage(const Json& usage);

    // What the replies of all turns have cost.
    const loop::Tally& total() const { return sum; }

private:
    loop::Stop ask(start::Engine& engine, const Prepared& prepared, loop::Tally& tally);
    std::vector<start::Engine::Turn::Message> steering_messages();
    void write_down(loop::Stop& stop, const loop::Tally& tally);
    void end(loop::Stop stop, const loop::Tally& tally, system::Watch::Clock::time_point begun);

    Dependencies by;
    const start::RunConfig& config;
    loop::Tally sum;
    std::uint64_t count = 0;
};

}
