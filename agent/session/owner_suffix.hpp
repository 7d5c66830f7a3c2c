#pragma once

namespace agent::session {

// The suffix of the file of a session's owner, after the session's name: `agentcli serve` keeps
// one for each session of a client that is not the operator. It is renamed and deleted with the
// session.
constexpr const char* owner_suffix = ".owner";

}
