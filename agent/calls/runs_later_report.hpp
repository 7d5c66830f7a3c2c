#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::calls {

using namespace toolkit;

// What an answer says of files that are run later (toolkit/workspace/runs_later.hpp,
// docs/contract.md), "runsLater" and its kin, and of what git obeys later, "gitObeys", "gitRemoved"
// and theirs. Any program can be a tool, so that an answer may say anything.

// Of an answer: these fields alone, each of at most 20 paths, and of each path its first 300 bytes.
// Empty where it has none. A longer path is redacted before it is cut.
Json runs_later_of(const Json& answer, const redaction::Redaction* redaction = nullptr);

// "Makefile, .envrc, and 3 more; not all was looked at", of such fields; empty where there are
// none.
std::string runs_later_text(const Json& fields);

// The same without the paths: "and 3 more; not all was looked at". Empty if there is nothing more
// to say.
std::string runs_later_rest(const Json& fields);

// "git obeys: .git/x, and 3 more; not all was looked at; git removed: .git/y", of such fields;
// empty if there are none of git's.
std::string git_text(const Json& fields);

}
