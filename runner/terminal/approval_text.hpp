#pragma once

#include "agent/calls/prepared_call.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// What stands on the terminal where a call needs a yes.

struct ShownCall {
    const Json& arguments;
    const Json& dry_run; // its answer; null for none
    std::string_view later = {}; // what runs_later_lines() says of it
};

// All arguments of a call: a row each, or a block for a text of several lines or a long one; then
// which files are run later; then what its dry run answers: the `diff` if there is one. How long
// that is, the model chooses, and it may be cut off. No row is wider than `look.columns`, and each
// begins with two spaces, so that none passes for agentcli's own words. Throws
// TOO_LARGE if the arguments take more than 2,000 rows.
std::vector<std::string> call_rows(
    const ShownCall& call, const TerminalStyle& look, const redaction::Redaction& redaction);

// The rows of a call that is asked about. `dry_run` is what its dry run has answered; null for
// none.
std::vector<std::string> rows_of_question(const calls::PreparedCall& call, const Json& dry_run,
    const TerminalStyle& look, const redaction::Redaction& redaction);

// agentcli's own line before them.
std::string heading_of(const calls::PreparedCall& call);

// A line before that if the dry run answers something else than before: do the rows differ?
std::string notice_of_change(bool looks_the_same);

enum class DryRun { shown, left_out };

// The call that an approval of the run channel is about, while the event exists.
struct AskedCall {
    const Json& arguments;
    const Json& dry_run; // null: there was none
    bool changes_files = true;
};

// Returns the rows of call_rows() as lines, without a limit. Known secrets are redacted in the
// event; nothing else is hidden, since the model chooses what looks like a secret.
std::string rows_of_ask(const AskedCall& call, std::size_t columns, DryRun show = DryRun::shown);

// Returns lines for the approval of a call: the files that are run or obeyed later, each with the
// program that does so. They are those of the answer of its dry run, or if that is null, those that
// arguments such as `path` and `to` name. Returns an empty text if there are no such files.
std::string runs_later_lines(const Json& arguments, const Json& dry_run);

}
