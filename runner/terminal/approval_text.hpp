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

// A call as it is shown to the operator for approval.

struct ShownCall {
    const Json& arguments;
    const Json& dry_run; // answer of the dry run; null if there was no dry run
    std::string_view later = {}; // result of runs_later_lines() for the call
};

// Returns the rows that show a call: all arguments, each in one row, or in a block of rows if it is
// long or has several lines; then `later`; then the answer of the dry run, or only its `diff` if it
// has one. The model determines the length of that last part, so it may be cut off. No row is wider
// than `look.columns`, and each begins with two spaces, so that it cannot be mistaken for
// agentcli's own lines. Throws TOO_LARGE if the arguments take more than max_rows rows.
std::vector<std::string> call_rows(
    const ShownCall& call, const TerminalStyle& look, const redaction::Redaction& redaction);

// Returns the rows of the question about a call: call_rows() with the files that are run later.
// `dry_run` is the answer of its dry run; null if there was none.
std::vector<std::string> rows_of_question(const calls::PreparedCall& call, const Json& dry_run,
    const TerminalStyle& look, const redaction::Redaction& redaction);

// Returns the line of agentcli that precedes these rows: who calls which tool.
std::string heading_of(const calls::PreparedCall& call);

// Returns a line that precedes the heading if a repeated dry run gave another answer.
// `looks_the_same` tells whether the shown rows are equal nevertheless.
std::string notice_of_change(bool looks_the_same);

enum class DryRun { shown, left_out };

// The call that an approval request on the run channel is about. The references are only valid
// while the event exists.
struct AskedCall {
    const Json& arguments;
    const Json& dry_run; // null if there was no dry run
    bool changes_files = true;
};

// Returns the rows of call_rows() as lines, without a limit on their number. Redacts only known
// secrets: otherwise the model could hide parts of the call by making them look like secrets.
std::string rows_of_ask(const AskedCall& call, std::size_t columns, DryRun show = DryRun::shown);

// Returns lines for the approval of a call that name the files which other programs run or obey
// later, each with the program that does so. Takes the files from the answer of the dry run; if
// that is null, from arguments that are named like paths, such as `path` and `to`. Returns an empty
// string if there are no such files.
std::string runs_later_lines(const Json& arguments, const Json& dry_run);

}
