#pragma once

#include "agent/calls/process.hpp"
#include "agent/calls/supervised_tool.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// That a tool is to be started, as one process tells it another one over a socket.
struct ToolRequest {
    Launch launch;
    std::vector<File> files; // of ToolEnds, in their order; fewer if there was no room for them

    bool has_all() const;

    // To be called if it has all.
    ToolEnds ends() const;
};

// False if the other end is closed, or takes too long. SIGPIPE must be ignored or blocked.
bool send_request(const File& to, const Launch& launch, const ToolEnds& ends);

// Blocks. Nothing if the other end was closed before all of it had come.
std::optional<ToolRequest> receive_request(const File& from);

}
