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

// Runs the turns of a client. Each turn has events, limits, and lines in the audit trail.
class Turns {
public:
    struct Dependencies {
        Channel& channel;
        Inbox& inbox;
        audit::Audit& audit;
        system::Cancel& cancel;
    };

    // Returns the messages for the model that a say stands for. A chat replaces this function.
    std::function<std::vector<start::Engine::Turn::Message>(const channel::ScreenSay& say)> messages
        = [](const auto& say) { return start::messages_of(say.content, say.context); };

    // Called before a message is sent in the running turn. If it returns false, the message is not
    // sent. May be empty.
    std::function<bool(const channel::ScreenSay& say)> may_send;

    // Returns the hint to show for a failed turn. May be unset: the hint of the failure is shown.
    std::function<std::string(const loop::Stop& stop)> hint_of;

    // The arguments must outlive this object.
    Turns(const Dependencies& by, const start::RunConfig& config)
        : by(by)
        , config(config)
    {
    }

    // Called before each request of a turn. Returns messages that precede those of the client.
    std::function<std::vector<model::Message>()> take_notes;

    // Runs a turn. `say` begins it; null if the transcript already ends with that message.
    void take(start::Engine& engine, const channel::ScreenSay* say);

    // Takes a turn whose first messages do not come from a say. Writes `sha256`, which may be
    // empty, to the audit trail before it calls `messages`.
    struct Prepared {
        std::string sha256;
        std::function<std::vector<start::Engine::Turn::Message>()> messages;
        const channel::ScreenSay* said = nullptr; // reported as delivered; may be null
    };
    void take(start::Engine& engine, const Prepared& prepared);

    // Runs a turn in which a summary replaces older messages.
    loop::Stop compact(start::Engine& engine);

    // Adds the usage of other requests made for these turns.
    void count_usage(const Json& usage);

    // Returns the total usage of all turns.
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
