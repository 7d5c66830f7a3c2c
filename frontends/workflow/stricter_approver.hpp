#pragma once

#include "agent/calls/approver.hpp"

namespace frontends::workflow {

using namespace agent;
using namespace toolkit;

// Asks through another approver, but about more calls.
class StricterApprover : public calls::Approver {
public:
    StricterApprover(calls::Approver& inner, calls::Approve when)
        : inner(inner)
        , when(when)
    {
    }

    bool asks_about(const calls::PreparedCall& call) const override
    {
        return calls::is_to_be_asked(when, call) || inner.asks_about(call);
    }
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        auto own = calls::forbidden_by(when, call);
        return own ? std::move(own) : inner.forbidden(call);
    }
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override
    {
        return inner.ask(id, call);
    }
    std::optional<calls::Decision> take(calls::CallId id) override { return inner.take(id); }
    void withdraw(calls::CallId id) override { inner.withdraw(id); }
    void watch(system::Watch& watch) const override { inner.watch(watch); }
    void step() override { inner.step(); }

private:
    calls::Approver& inner;
    calls::Approve when;
};

}
