#pragma once

#include "agent/calls/prepared_call.hpp"
#include "agent/channel/screen_events.hpp"

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// Adds what a question shows of a call: its display with the one presentation (the change of the
// dry run, if that is whole and the tool declares that it shows everything; otherwise the
// arguments), its effects and warnings, and which kinds of "always" it has. The current directory
// is the workspace.
void add_presentation(
    channel::ChatApproval& question, const calls::PreparedCall& call, const Json& dry_run);

}
