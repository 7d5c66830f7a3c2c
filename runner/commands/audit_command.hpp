#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// `agentcli audit verify` and `agentcli audit show` read .agentcli/audit, or the directory, the
// file or stdin ("-") that their argument names. Both functions return the exit status, and throw
// if the trail can't be read.

// Verifies the hash chain. Returns 1 if it is broken, and prints the first place where it is.
int run_audit_verify(const options::Options& options, const redaction::Secrets& secrets);

// Prints the lines that pass the filters, formatted, or unchanged with --json.
int run_audit_show(const options::Options& options, const redaction::Secrets& secrets);

// Selects lines of an audit trail. An empty member does not filter.
struct AuditFilter {
    std::string tool;
    std::string run; // its name, or the beginning of it
    std::string since; // RFC 3339 in UTC, or the beginning of it
    bool failed_only = false;
};

// A line of an audit trail, formatted for people.
class AuditView {
public:
    // `line` may be any text, also one that is not JSON.
    explicit AuditView(std::string_view line);

    bool passes(const AuditFilter& filter) const;

    // Returns one line with the time, run, tool, outcome, duration, output sizes and remarks.
    std::string text() const;

private:
    bool is_end() const;
    bool is_of_server() const;
    bool is_setting() const;
    bool is_failure() const;
    std::string subject() const;
    std::string result() const;
    std::string remarks() const;

    std::string line; // the line with control characters escaped
    Json json; // null if the line is not JSON
};

}
