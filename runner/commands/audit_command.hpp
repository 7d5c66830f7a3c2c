#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

namespace runner::commands {

using namespace agent;

// `agentcli audit verify` and `agentcli audit show`: of .agentcli/audit, or of the directory, the
// file or the stdin ("-") that the word names. Both answer the exit status, and throw where it
// can't be read.

// Exits 1 where the chain is broken, and says where first.
int run_audit_verify(const options::Options& options, const redaction::Secrets& secrets);

// The lines that the filters let through, for people; or with --json as they are.
int run_audit_show(const options::Options& options, const redaction::Secrets& secrets);

}
