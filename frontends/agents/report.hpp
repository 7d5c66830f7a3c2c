#pragma once

#include "frontends/agents/evidence.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::agents {

using namespace toolkit;

// The parameters of the two functions that an investigation has beside its tools.
Json schema_of_scratchpad();
Json schema_of_report();

inline constexpr std::size_t max_scratchpad = 4 << 10;

// What the schemas can't say: limits in bytes. Throw TOO_LARGE.
void check_scratchpad_size(const Json& notes);
void check_report_size(const Json& report);

// A report that fits the schema, with each finding checked against the files of the workspace.
struct CheckedReport {
    std::string answer;
    Json findings = Json::array(); // {claim, path, startLine, endLine, quote, moved?}
    Json unverified = Json::array(); // the same, with `why`
    Json open = Json::array(); // what was not found out
};

// A finding counts if its path has been seen, and names a regular file in the workspace in which
// its quote stands.
CheckedReport checked_report(const Json& report, const Workspace& workspace, const SeenTexts& seen);

// The answer of an investigation, for people.
std::string text_of_report(const Json& report);

// Lines of `toFind` that no line of `open` contains.
std::vector<std::string> forgotten_lines(const Json& to_find, const Json& open);

}
