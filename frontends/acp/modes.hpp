#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::acp {

using namespace toolkit;

// Which calls a session runs: a mode of the protocol. None is looser than what the operator's
// --approve and the config of the workspace allow.
class Modes {
public:
    // `approve` is what the worker's flags say: "never", "changes" or "always".
    explicit Modes(const std::string& approve = "changes");

    // Throws BAD_REQUEST naming those that there are.
    void choose(const std::string& wanted);

    const std::string& current() const { return mode; }

    // What the run channel's begin says of it; of a workflow's begin, its `approve` alone.
    Json begin() const;
    std::string approve() const;

    // "modes" and "configOptions" of an answer: the same choice, in the older form and the newer.
    Json state() const;
    Json options() const;

private:
    Json available() const;

    std::string limit;
    std::string mode;
};

}
