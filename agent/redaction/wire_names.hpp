#pragma once

#include <string_view>

namespace agent::redaction {

// True for the name of a field that agentcli reads (messages, sessions, recordings) or writes
// (events, the audit trail). These names are never redacted: without them the document would be
// invalid.
bool is_part_of_documents(std::string_view name);

}
