#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// `agentcli audit verify` and `agentcli audit show`: of .agentcli/audit, or of the directory, the
// file or the stdin ("-") that the word names. Both answer the exit status, and throw where it
// can't be read.

// Exits 1 where the chain is broken, and says where first.
int run_audit_verify(const options::Options& options, const redaction::Secrets& secrets);

// The lines that the filters let through, for people; or with --json as they are.
int run_audit_show(const options::Options& options, const redaction::Secrets& secrets);

// Which lines of a trail are shown; what is empty lets all through.
struct AuditFilter {
    std::string tool;
    std::string run; // its name, or the beginning of it
    std::string since; // RFC 3339 in UTC, or the beginning of it
    bool failed_only = false;
};

// One line of a trail, as people read it.
class AuditView {
public:
    // Any text.
    explicit AuditView(std::string_view line);

    bool passes(const AuditFilter& filter) const;

    // One line: when, which run, which tool, how it ended, how long it took, what it printed, and
    // what else there is to know.
    std::string text() const;

private:
    bool is_end() const;
    bool is_of_server() const;
    bool is_setting() const;
    bool is_failure() const;
    std::string subject() const;
    std::string result() const;
    std::string remarks() const;

    std::string line; // as it may be shown
    Json json; // null if the line is not JSON
};

}
