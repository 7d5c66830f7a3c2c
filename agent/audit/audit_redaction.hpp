#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace agent::audit {

using namespace toolkit;

// A field of a line of the trail without secrets. What a call or a tool has said is redacted by all
// rules; what the operator decides and looks for by (the tool, argv, the directory, the approval,
// the sandbox) by known values, shapes and the operator's own rules; and hashes, numbers and names
// of runs not at all.
Json redacted_field(const redaction::Redaction& redaction, const std::string& field, Json value);

// A whole line as it stands in a log; byte for byte the same if there is nothing to redact.
std::string redacted_line(const redaction::Redaction& redaction, std::string_view line);

}
