#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toolkit::mcp {

// A parameter of a tool whose value a modern request by HTTP repeats in a header, so that proxies
// can read it: its schema has "x-mcp-header": "Region" for Mcp-Param-Region.
struct HeaderParameter {
    std::string field; // "Mcp-Param-Region"
    std::vector<std::string> path; // of members in the arguments

    bool operator==(const HeaderParameter&) const = default;
};

// Throws BAD_REQUEST if the schema of a tool has an annotation anywhere but at a property that is
// reached by properties alone, one that is no name of a header or the same as another, or one of
// what is no string, integer or boolean (nor null): clients leave out such a tool. The schema must
// not be too deep.
std::vector<HeaderParameter> header_parameters(const Json& schema);

// Returns the parameter's value in the arguments as the text of the header, not yet encoded;
// nullopt if it is missing or not a string, an integer or a boolean. Throws BAD_REQUEST for a
// number beyond 2^53 - 1 or below its negative.
std::optional<std::string> header_text(const HeaderParameter& parameter, const Json& arguments);

// A text as the value of a header: as it is, or as "=?base64?…?=" if it can't stand there or could
// be taken for that.
std::string encoded_header(const std::string& text);

// Returns the decoded value of a header, or the value itself if it is not encoded; nullopt if its
// base64 is invalid.
std::optional<std::string> decoded_header(const std::string& value);

// A tool as tools/list shows it, from its entry of a manifest: name, description, the schemas of
// its arguments and, if it is declared, of its answers (R3), and all four hints (A1, A3, A4). A
// root of the schema without "type" becomes an object's; keywords that combine schemas at the root
// are left out, since servers of models refuse them. Throws BAD_REQUEST if the root has another
// type.
Json listed_tool(const Json& entry);

// Leaves out the keywords at the root of the schema of a tool that servers of models refuse there:
// one such tool fails a whole request.
void leave_out_combining(Json& schema);

}
