#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/command.hpp"
#include "runner/options/option_table.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace runner::terminal {

struct TrustedKind;

}

namespace runner::options {

using namespace agent;
using namespace toolkit;

// A process that has been forked before an option, a variable or a file is read.
class Ahead {
public:
    virtual ~Ahead() = default;

    // The command line means another command.
    virtual void stand_down() { }
};

// A command line, and what its command runs with.
class Invocation {
public:
    const Options& options;
    const std::vector<std::string>& arguments; // of agentcli, without its name
    const redaction::Secrets& secrets;
    Ahead* ahead; // what CommandSet::begin() of the command's set has returned

    Invocation(const Options& options, const std::vector<std::string>& arguments,
        const redaction::Secrets& secrets, Ahead* ahead)
        : options(options)
        , arguments(arguments)
        , secrets(secrets)
        , ahead(ahead)
    {
    }

    // Handles signals from its first use on.
    system::Cancel& cancel()
    {
        if (!heard)
            heard.emplace();
        return *heard;
    }

private:
    std::optional<system::Cancel> heard;
};

// What a room adds to the command line. Its `command.cpp` defines one, which is called command_set
// and found by the build: no list is edited.
struct CommandSet {
    std::vector<CommandRow> (*commands)() = nullptr;
    std::vector<std::vector<Option> (*)()> options = {};
    std::span<const CommandExample> examples = {};

    // Forks a process before anything is read if the arguments are for this set; may change them.
    // Null: nothing is forked.
    std::unique_ptr<Ahead> (*begin)(std::vector<std::string>& arguments, char** argv) = nullptr;

    // What `agentcli trust FILE` can be given; may be null.
    const terminal::TrustedKind* trusts = nullptr;
};

// Those of all rooms. The build generates it.
const std::vector<const CommandSet*>& command_sets();

}
