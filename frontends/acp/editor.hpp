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

// The messages for the editor. Nothing here waits.
class Editor {
public:
    // `id` is that of a request of the editor, as its line has it.
    void answer(std::string_view id, const Json& result);

    // A line without a readable id is answered with the id null, as JSON-RPC has it.
    void refuse(std::string_view id, const ToolError& error);
    void refuse(std::string_view id, int code, const ToolError& error);

    // session/update
    void update(const std::string& session, const Json& update);

    // A request to the editor. Returns its id.
    std::int64_t ask(std::string_view method, const Json& params);
    void notify(std::string_view method, const Json& params);

    toolkit::mcp::ClientOutput output {STDOUT_FILENO};

private:
    std::int64_t last_id = 0;
};

}
