#pragma once

#include <chrono>
#include <string>

namespace toolkit::text {

// As the flags of agentcli take it: 500ms, 30s, 1.5s.
std::string duration_text(std::chrono::milliseconds duration);

}
