#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::calls {

using namespace toolkit;

// Fields in which an answer reports changed files that are run later
// (toolkit/workspace/runs_later.hpp, docs/contract.md): "runsLater", "runsLaterMore" and
// "runsLaterIncomplete", and for files that git obeys the same with "gitObeys" and "gitRemoved".
// Any program can be a tool, so the fields may have any content.

// Returns an object with these fields of an answer; empty if it has none. Keeps at most 20 paths of
// each field and adds the number of the others to its "…More". Paths of more than 300 bytes are
// redacted if `redaction` is not null, then cut.
Json runs_later_of(const Json& answer, const redaction::Redaction* redaction = nullptr);

// Returns the "runsLater" fields as text: "Makefile, .envrc, and 3 more; not all was looked at".
// Empty if there are none.
std::string runs_later_text(const Json& fields);

// Returns the end of runs_later_text() after the paths: "and 3 more; not all was looked at". Empty
// if all paths were listed.
std::string runs_later_rest(const Json& fields);

// Returns the fields about git as text: "git obeys: .git/x, and 3 more; not all was looked at; git
// removed: .git/y". Empty if there are none.
std::string git_text(const Json& fields);

}
