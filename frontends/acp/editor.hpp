#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/mcp/client_lines.hpp"
#include "toolkit/system/error.hpp"

#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::acp {

using namespace toolkit;

// Sends messages to the editor. No function blocks.
class Editor {
public:
    // Sends a response. `id` is the id of the editor's request, as written in its line.
    void answer(std::string_view id, const Json& result);

    // Sends an error. For a line without a readable id, the id is null, as in JSON-RPC.
    void refuse(std::string_view id, const ToolError& error);
    void refuse(std::string_view id, int code, const ToolError& error);

    // Sends the notification session/update.
    void update(const std::string& session, const Json& update);

    // Sends a request to the editor, and returns its id.
    std::int64_t ask(std::string_view method, const Json& params);
    void notify(std::string_view method, const Json& params);

    toolkit::mcp::ClientOutput output {STDOUT_FILENO};

private:
    std::int64_t last_id = 0;
};

}
