#pragma once

#include "agent/mcp/wire.hpp"
#include "agent/model/url.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// What of a message stands in the head of its HTTP request.

// A text as the value of a field: as it is, or as "=?base64?…?=" if it can't stand there or could
// be taken for that.
std::string field_value(const std::string& text);

// An argument of a tool that goes into the head of each call, too (C14).
struct MirroredArgument {
    std::string field; // "Mcp-Param-Region"
    std::vector<std::string> path; // of names in the arguments

    bool operator==(const MirroredArgument&) const = default;
};

// What the x-mcp-header of a schema demand. The schema has passed check_limits(). Throws
// BAD_REQUEST if one of them is anywhere but in a property that is reached by properties alone, is
// no name of a field or the same as another, or belongs to what is no string, integer or boolean.
std::vector<MirroredArgument> mirrored_arguments(const Json& input_schema);

// Their fields for these arguments; what is missing or null has none. Throws BAD_REQUEST for an
// integer beyond 2^53.
HttpFields fields_of(const std::vector<MirroredArgument>& mirrored, const Json& arguments);

// Where messages go, as the event `endpoint` of a server names it (a URL, or a path): path and
// query. Nothing if it is not of the same origin as `base`, or is no address.
std::optional<std::string> place_of_messages(const model::Url& base, std::string_view given);

}
