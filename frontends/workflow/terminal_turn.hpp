#pragma once

#include "agent/calls/approver.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <utility>

namespace frontends::workflow {

using namespace agent;
using namespace toolkit;

// Ensures that only one process of a run asks on the terminal at a time.
class TerminalLock {
public:
    // Throws as system_error() does.
    TerminalLock();

    // Holds the lock for one process while the object exists. Waits for it. Throws INTERNAL
    // "interrupted".
    class Turn {
    public:
        Turn(const TerminalLock& lock, system::Cancel& cancel);

    private:
        friend class TerminalLock;
        explicit Turn(File held)
            : held(std::move(held))
        {
        }

        File held;
    };

    // Takes the lock without waiting. Returns nullopt if another process holds it.
    std::optional<Turn> try_turn() const;

private:
    File file; // in memory
};

// Asks through another approver while it holds the lock.
class ApproverInTurn : public calls::Approver {
public:
    ApproverInTurn(calls::Approver& inner, const TerminalLock& lock, system::Cancel& cancel)
        : inner(inner)
        , lock(lock)
        , cancel(cancel)
    {
    }

    bool asks_about(const calls::PreparedCall& call) const override
    {
        return inner.asks_about(call);
    }
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return inner.forbidden(call);
    }
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override
    {
        const TerminalLock::Turn turn(lock, cancel);
        return inner.ask(id, call);
    }

private:
    calls::Approver& inner;
    const TerminalLock& lock;
    system::Cancel& cancel;
};

}
