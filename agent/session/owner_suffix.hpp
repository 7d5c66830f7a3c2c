#pragma once

namespace agent::session {

// Suffix of the file NAME.owner that `agentcli serve` stores next to each session of a client other
// than the operator. The file is renamed and deleted together with the session.
constexpr const char* owner_suffix = ".owner";

}
