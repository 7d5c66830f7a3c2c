#pragma once

#include "runner/terminal/trusted_kind.hpp"

namespace frontends::test {

// What `agentcli trust` shows of a test with its recording, and trusts.
extern const runner::terminal::TrustedKind trusted_test;

}
