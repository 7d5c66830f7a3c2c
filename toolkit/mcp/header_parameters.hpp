#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toolkit::mcp {

// A parameter of a tool whose value a modern request by HTTP repeats in the header Mcp-Param-NAME,
// so that proxies can read it: its schema has "x-mcp-header": NAME.
struct HeaderParameter {
    std::string name;
    std::vector<std::string> path; // of members in the arguments
};

// Throws ToolError if the schema of a tool has an annotation that may not be there: clients leave
// out such a tool.
std::vector<HeaderParameter> header_parameters(const Json& schema);

// Its value in the arguments, as the header says it before it is encoded; nothing if there is none.
std::optional<std::string> header_text(const HeaderParameter& parameter, const Json& arguments);

// What a header says. A value that no header can contain is written "=?base64?…?="; nothing if it
// is written wrong.
std::optional<std::string> decoded_header(const std::string& value);

}
