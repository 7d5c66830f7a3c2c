#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toolkit::mcp {

// A parameter of a tool whose value is repeated in a header of a modern HTTP request, so that
// proxies can read it. Its schema has, for example, "x-mcp-header": "Region" for Mcp-Param-Region.
struct HeaderParameter {
    std::string field; // "Mcp-Param-Region"
    std::vector<std::string> path; // names of members in the arguments, the outermost first

    bool operator==(const HeaderParameter&) const = default;
};

// Returns the header parameters of a tool's schema, which must not nest too deep. Throws
// BAD_REQUEST if an annotation is at a place that is not reached through properties only, is not a
// valid header name, occurs twice, or is at a value that is not a string, integer or boolean (or
// null). Clients leave out a tool with an invalid annotation.
std::vector<HeaderParameter> header_parameters(const Json& schema);

// Returns the parameter's value in the arguments as the text of the header, not yet encoded;
// nullopt if it is missing or not a string, integer or boolean. Throws BAD_REQUEST for a number
// beyond 2^53 - 1 or below its negative.
std::optional<std::string> header_text(const HeaderParameter& parameter, const Json& arguments);

// Returns a text as the value of a header: unchanged, or as "=?base64?…?=" if it is not valid there
// or looks like an encoded one.
std::string encoded_header(const std::string& text);

// Returns the decoded value of a header, or the value itself if it is not encoded; nullopt if its
// base64 is invalid.
std::optional<std::string> decoded_header(const std::string& value);

// Returns a tool in the form of tools/list, from its entry of a manifest: name, description, the
// schemas of its arguments and, if it is declared, of its answers, and all four hints. A root of
// the schema without "type" becomes an object's. Keywords that combine schemas at the root are left
// out, since model servers refuse them. Throws BAD_REQUEST if the root has another type.
Json listed_tool(const Json& entry);

// Removes the keywords at the root of a tool's schema that model servers refuse there: one tool
// with such a keyword makes a whole request fail.
void leave_out_combining(Json& schema);

}
