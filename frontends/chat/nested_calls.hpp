#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/chat/live_calls.hpp"
#include "frontends/host/host_approver.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

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

// Follows the audit trail while agents work for this run: their calls have lines of their own
// there, with this run as their parent.
class NestedCalls {
public:
    // `tell` is called with each call.
    NestedCalls(std::string run, std::string directory,
        std::function<void(const channel::Nested& call)> tell)
        : run(std::move(run))
        , directory(std::move(directory))
        , tell(std::move(tell))
    {
    }

    // An agent begins or ends.
    void begin();
    void end();

    void watch(system::Watch& watch) const;
    void step();

    // Returns the calls of an agent, by the name of its run: "fs_search, 12 ms".
    const std::vector<std::string>& calls_of(const std::string& nested_run) const;

private:
    std::string latest_log() const;
    void read_more();
    void take_line(const std::string& line);

    std::string run;
    std::string directory;
    std::function<void(const channel::Nested& call)> tell;
    std::size_t under_way = 0;
    system::Watch::Clock::time_point next_look {};
    std::string log; // the name of the file that is read
    std::size_t offset = 0; // up to which
    std::map<std::string, std::vector<std::string>> seen;
};

// Follows the calls of an agent during its lifetime.
class NestedWork {
public:
    explicit NestedWork(NestedCalls& calls)
        : calls(calls)
    {
        calls.begin();
    }
    NestedWork(const NestedWork&) = delete;
    NestedWork& operator=(const NestedWork&) = delete;
    ~NestedWork()
    {
        try {
            calls.end();
        } catch (...) { // calls that could not be shown are in the audit trail
        }
    }

private:
    NestedCalls& calls;
};

// The place of a call among those of its message, from 1, and how many these are.
struct PlaceOfCall {
    std::int64_t of;
    std::int64_t count;
};

// Stands by while calls run: asks about them, and follows those of agents.
class CallWatcher : public host::HostApprover {
public:
    CallWatcher(host::ChannelAsks& asks, const agent::redaction::Redaction& redaction,
        system::Cancel& cancel, NestedCalls& nested)
        : host::HostApprover(asks, redaction, cancel)
        , screen(asks)
        , nested(nested)
    {
    }

    std::function<std::optional<PlaceOfCall>(const std::string& id)> place_of;

    // Called for each question about a call, with the diff that it shows; the diff may be empty.
    std::function<void(const std::string& id, const std::string& diff)> hears_question
        = [](const std::string&, const std::string&) {};

    LiveCalls* live = nullptr; // null: none are followed

    void watch(system::Watch& watch) const override
    {
        host::HostApprover::watch(watch);
        nested.watch(watch);
        if (live != nullptr)
            live->watch(watch);
    }
    void step() override
    {
        host::HostApprover::step();
        nested.step();
        if (live != nullptr)
            live->step();
    }

private:
    std::string put(const calls::PreparedCall& call, const channel::ApprovalAsk& ask,
        const Beside& beside) override;
    bool asks_about_edited() const override { return true; }

    host::ChannelAsks& screen;
    NestedCalls& nested;
};

}
