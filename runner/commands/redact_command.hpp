#pragma once

#include "agent/redaction/redaction.hpp"

// `agentcli redact`: stdin to stdout, without the secrets, as it comes; in memory for a few mebibytes.
// Answers the exit status.
int run_redact(const Secrets& secrets);
