#pragma once

#include "frontends/workflow/state.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::workflow {

// Has the journal written to the disk in time while whoever waits polls its Cancel: the client of
// that, which ends nothing.
class JournalTimer : public system::CancelSource {
public:
    // Throws what system_error() makes of a failure.
    explicit JournalTimer(RunDirectory& run);

    // After a line was written. Throws what synchronise_if_due() has thrown meanwhile.
    void set();

    int descriptor() const override { return timer.descriptor(); }
    bool take_messages() override;
    bool has_ended() const override { return false; }

private:
    RunDirectory& run;
    File timer;
    bool is_set = false;
    std::optional<ToolError> failure;
};

}
