#pragma once

#include "agent/calls/process.hpp"
#include "agent/calls/supervised_tool.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Request to start a tool, sent from one process to another over a socket.
struct ToolRequest {
    Launch launch;
    std::vector<File> files; // descriptors of ToolEnds in their order; fewer if the limit was hit

    // Returns true if all descriptors arrived. ToolEnds::given is optional.
    bool has_all() const;

    // Returns the descriptors of `files`, which keeps owning them. has_all() must be true.
    ToolEnds ends() const;
};

// Sends a request. Returns false if the other end is closed or takes too long. SIGPIPE must be
// ignored or blocked.
bool send_request(const File& to, const Launch& launch, const ToolEnds& ends);

// Waits for a request. Returns nullopt if the other end was closed before a whole one arrived.
std::optional<ToolRequest> receive_request(const File& from);

}
