#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/parameter.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::reading {

enum class Encoding { base64, text, utf16, latin1 };
constexpr auto choices(Encoding /*unused*/)
{
    using tool::Choice;
    return std::array {Choice {Encoding::base64, "base64"}, Choice {Encoding::text, "text"},
        Choice {Encoding::utf16, "utf-16"}, Choice {Encoding::latin1, "latin1"}};
}

// A request to read files, as lines or as bytes.
struct Request {
    std::string path = {};
    std::vector<std::string> paths = {}; // several files, if not empty

    // Fields for lines; see LineFields.
    std::optional<std::int64_t> start_line = {};
    std::optional<std::int64_t> end_line = {};
    std::optional<std::int64_t> offset = {};
    std::optional<std::int64_t> limit = {};
    std::optional<std::int64_t> head = {};
    std::optional<std::int64_t> tail = {};
    std::optional<bool> line_numbers = {};

    // Fields for bytes.
    std::optional<std::int64_t> offset_bytes = {};
    std::optional<Encoding> encoding = {};

    std::int64_t max_bytes = 1024 * 1024; // maximum for all files together
    std::int64_t max_page_bytes = 50 * 1024; // like max_bytes, in a tool for lines only

    // Set by the operator.
    bool answers_text = false; // if there is no `encoding`
    std::int64_t max_scan_bytes = 8LL << 30;
};

// Return the parameters that all reading tools share.
tool::Parameter<Request> path_row();
tool::Parameter<Request> start_line_row(std::string_view description);
tool::Parameter<Request> end_line_row(std::string_view description);
tool::Parameter<Request> line_numbers_row();
std::vector<tool::Parameter<Request>> unlisted_rows();

// Translates the spellings of other agents; to be used as Tool::rewrite. `view_range` and similar
// fields become startLine and endLine, names of encodings become those of the table, and fields
// that only say that the request reads are removed.
void translate(Json& request, const Json& maximums);

}
