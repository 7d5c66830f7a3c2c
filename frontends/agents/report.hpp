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

// Return the parameters of the two functions that an investigation has in addition to its tools.
Json schema_of_scratchpad();
Json schema_of_report();

inline constexpr std::size_t max_scratchpad = 4 << 10;

// Check the limits in bytes, which the schemas can't express. Throw TOO_LARGE.
void check_scratchpad_size(const Json& notes);
void check_report_size(const Json& report);

// A report that fits the schema, with each finding checked against the files of the workspace.
struct CheckedReport {
    std::string answer;
    Json findings = Json::array(); // {claim, path, startLine, endLine, quote, moved?}
    Json unverified = Json::array(); // the same with `why`
    Json open = Json::array(); // questions that remain open
};

// Checks a report. A finding is verified if its path was seen and is a regular file in the
// workspace that contains its quote.
CheckedReport checked_report(const Json& report, const Workspace& workspace, const SeenTexts& seen);

// Returns the answer of an investigation as text for people.
std::string text_of_report(const Json& report);

// Returns the lines of `toFind` that no line of `open` contains.
std::vector<std::string> forgotten_lines(const Json& to_find, const Json& open);

}
