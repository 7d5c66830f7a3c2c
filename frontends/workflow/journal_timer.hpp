#pragma once

#include "frontends/workflow/state.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::workflow {

// Writes the journal to the disk in time while the process waits on a Cancel, which polls this
// object. Unlike other sources of a Cancel, it never cancels anything.
class JournalTimer : public system::CancelSource {
public:
    // Throws as system_error() does.
    explicit JournalTimer(RunDirectory& run);

    // To be called after a line was written. Throws an error that synchronise_if_due() has thrown
    // in the meantime.
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
