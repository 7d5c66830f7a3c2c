#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/field.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// Returns a hint with a corrected request that can be sent unchanged: to another tool, or to the
// same one if `tool` is empty. A request that is too long to be repeated is only described.
std::string as_request_for(std::string_view tool, Answer request);

// Returns a refused request as it was probably meant, with the names and types of the table.
// Returns nullopt if a part of it has no correction, or if a required field is missing.
std::optional<Json> corrected_request(const std::vector<Field>& table, const Json& request);

// Collects everything that is wrong with a request. `place` is the object that contains the
// mistake, such as "edits[2]"; empty for the request itself.
class RequestFindings {
public:
    void add_unknown(
        const std::vector<Field>& table, const std::string& place, const std::string& name);
    void add_wrong(const ToolError& problem);
    void add_missing(const std::string& place, const Field& field);

    bool is_empty() const { return count == 0; }

    // Returns one error for all mistakes. Its hint contains the corrected request, if that is known
    // and short; it can be sent unchanged.
    ToolError error(const std::vector<Field>& table, const Json& request) const;

private:
    struct Unknown {
        std::string place;
        std::string name;
        std::string nearest; // name of the nearest field; empty if there is none
    };

    bool has_room();
    void add_hint(const std::string& hint);
    std::vector<std::string> messages() const;
    std::string nearest_names() const;

    std::size_t count = 0;
    std::vector<Unknown> unknown;
    std::vector<std::string> wrong;
    std::vector<Unknown> missing;
    std::vector<std::string> hints;
};

}
