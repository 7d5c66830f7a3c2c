#include "supervisor.hpp"

#include "holder.hpp"
#include "wire.hpp"

#include "toolkit/io/packet.hpp"
#include "toolkit/process/descendants.hpp"
#include "toolkit/process/supervision.hpp"
#include "toolkit/system/cancel.hpp"

#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>
#include <vector>

namespace exec::background {

using namespace toolkit;

namespace {

using Outcome = io::Packet::Outcome;

std::chrono::steady_clock::time_point in_seconds(int seconds)
{
    return std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
}

class Supervisor {
public:
    Supervisor(const Request& settings, const Workspace& workspace)
        : settings(settings)
        , workspace(workspace)
        , orders(given_descriptor)
    {
    }

    void serve()
    {
        for (bool is_used = true; is_used;) {
            const bool has_order = wait();
            hear(); // notices that were sent before the order
            reap();
            is_used = !has_order || take_order();
        }
        end_all();
    }

private:
    struct Kept {
        std::string name; // empty once a call has received the outcome: the name is free
        pid_t holder;
        File control;
        bool has_ended = false;
    };

    // Waits for an event. Returns true if there is an order, or the other end is closed.
    bool wait()
    {
        system::Watch watch;
        watch.readable(orders.descriptor());
        child_events.watch(watch);
        for (const Kept& each : kept)
            watch.readable(each.control.descriptor());
        watch.wait();
        child_events.take();
        return watch.is_ready(orders.descriptor());
    }

    void hear()
    {
        for (Kept& each : kept)
            for (bool has_more = bool(each.control); has_more;) {
                Notice notice {};
                const auto outcome
                    = io::receive_packet(each.control.descriptor(), notice, io::Wait::never, 0)
                          .outcome;
                has_more = outcome == Outcome::whole;
                each.has_ended |= has_more;
                if (outcome == Outcome::end || (has_more && notice == Notice::told))
                    each.name.clear();
                if (outcome == Outcome::end)
                    each.control.close();
            }
    }

    void reap()
    {
        int status = 0;
        for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
            const auto dead = std::find_if(kept.begin(), kept.end(),
                [child](const Kept& each) { return each.holder == child; });
            if (dead == kept.end())
                continue;
            kept.erase(dead);
            // its orphaned children belong to this process now
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                toolkit::process::kill_children_but(holders(), in_seconds(5));
        }
    }

    std::vector<pid_t> holders() const
    {
        std::vector<pid_t> all;
        for (const Kept& each : kept)
            all.push_back(each.holder);
        return all;
    }

    Kept* find(const std::string& name)
    {
        const auto found = std::find_if(kept.begin(), kept.end(),
            [&](const Kept& each) { return !name.empty() && each.name == name; });
        return found == kept.end() ? nullptr : &*found;
    }

    Roster roster(Roster::Refusal refusal) const
    {
        Roster roster {.refusal = refusal};
        for (const Kept& each : kept)
            if (!each.name.empty() && roster.count < roster.entries.size())
                roster.entries.at(roster.count++) = {bytes_of(each.name), each.has_ended};
        return roster;
    }

    // Handles one order. Returns false if the other end is closed.
    bool take_order()
    {
        Order order;
        io::Packet packet = io::receive_packet(orders.descriptor(), order, io::Wait::never, 1);
        if (packet.outcome == Outcome::end)
            return false;
        const std::string name = text_of(order.name);
        if (packet.outcome != Outcome::whole || packet.passed.empty() || packet.lacks_descriptors
            || (order.kind != Order::list && !is_name(name)))
            return true;
        const File call = std::move(packet.passed.front());
        const Roster answer = roster(refusal_of(order.kind, name));
        io::send_packet(call.descriptor(), answer, {}, io::Wait::never);
        if (answer.refusal != Roster::none || order.kind == Order::list)
            return true;
        const char byte = 0;
        if (order.kind == Order::reach)
            io::send_packet(find(name)->control.descriptor(), byte, std::array {call.descriptor()},
                io::Wait::never);
        else
            start(name, call);
        return true;
    }

    Roster::Refusal refusal_of(Order::Kind kind, const std::string& name)
    {
        if (kind == Order::list)
            return Roster::none;
        if (kind == Order::reach)
            return find(name) == nullptr ? Roster::unknown : Roster::none;
        return find(name) != nullptr ? Roster::taken
            : kept.size() >= 2 * max_commands || roster(Roster::none).count >= max_commands
            ? Roster::full
            : Roster::none;
    }

    void start(const std::string& name, const File& call)
    {
        std::array<int, 2> ends {};
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return; // the call finds its socket closed
        File ours(ends[0]);
        File its(ends[1]);
        const pid_t supervisor = getpid();
        const pid_t holder = fork();
        if (holder == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != supervisor)
                _exit(1);
            ours.close();
            orders.close();
            child_events.close();
            kept.clear();
            hold(settings, workspace, {name, std::move(its), File(dup(call.descriptor()))});
        }
        if (holder > 0)
            kept.push_back({name, holder, std::move(ours)});
    }

    void end_all()
    {
        const char byte = 0;
        for (const Kept& each : kept) // all at the same time, since each may take a second
            io::send_packet(each.control.descriptor(), byte, {}, io::Wait::never);
        for (Kept& each : kept) {
            each.control.close();
            toolkit::process::await_end(each.holder, in_seconds(10), {});
        }
        toolkit::process::kill_descendants({.patience = std::chrono::seconds(5)});
    }

    const Request& settings;
    const Workspace& workspace;
    File orders;
    toolkit::process::ChildEvents child_events;
    std::vector<Kept> kept;
};

}

// Must not be left by an exception: the holders die with this process.
void supervise(const Request& settings, const Workspace& workspace)
try {
    toolkit::process::become_supervisor("exec-background");
    Supervisor(settings, workspace).serve();
    _exit(0);
} catch (...) {
    _exit(1);
}

}
