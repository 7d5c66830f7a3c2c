#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace frontends::acp {

using namespace toolkit;

namespace channel = agent::channel;

// Which calls a session runs: a mode of the protocol. None is looser than what the operator's
// --approve and the config of the workspace allow.
class Modes {
public:
    // `approve` is what the worker's flags say.
    explicit Modes(channel::Approve approve = channel::Approve::changes);

    // Throws BAD_REQUEST naming those that there are.
    void choose(const std::string& wanted);

    // Fields of the `begin` of a conversation.
    struct Begun {
        channel::Approve approve {};
        bool read_only = false;

        friend bool operator==(const Begun&, const Begun&) = default;
    };
    Begun begin() const { return {approve(), is_read()}; }

    channel::Approve approve() const;
    bool is_read() const { return mode == "read"; }

    // "modes" and "configOptions" of an answer: the same choice, in the older form and the newer.
    Json state() const;
    Json options() const;

private:
    Json available() const;

    channel::Approve limit;
    std::string mode;
};

}
