#pragma once

#include <string_view>

namespace agent::redaction {

// Is it the name of a field that agentcli reads, of messages, sessions and recordings, or writes,
// in events and the audit? Those stay, whatever is redacted: without them a document would be none.
bool is_part_of_documents(std::string_view name);

}
