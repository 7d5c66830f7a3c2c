#pragma once

namespace agent::audit {

// What to do where a line of the audit can't be written.
enum class AuditPolicy {
    required, // nothing is run, or told to the model, that the trail does not have
    best_effort, // report it once, and continue
};

}
