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

    // As lines: see LineFields.
    std::optional<std::int64_t> start_line = {};
    std::optional<std::int64_t> end_line = {};
    std::optional<std::int64_t> offset = {};
    std::optional<std::int64_t> limit = {};
    std::optional<std::int64_t> head = {};
    std::optional<std::int64_t> tail = {};
    std::optional<bool> line_numbers = {};

    // As bytes.
    std::optional<std::int64_t> offset_bytes = {};
    std::optional<Encoding> encoding = {};

    std::int64_t max_bytes = 1024 * 1024; // of all files together
    std::int64_t max_page_bytes = 50 * 1024; // the same, of a tool for lines alone

    // The operator's.
    bool answers_text = false; // without `encoding`
    std::int64_t max_scan_bytes = 8LL << 30;
};

// The rows that the tools for reading have in common.
tool::Parameter<Request> path_row();
tool::Parameter<Request> start_line_row(std::string_view description);
tool::Parameter<Request> end_line_row(std::string_view description);
tool::Parameter<Request> line_numbers_row();
std::vector<tool::Parameter<Request>> unlisted_rows();

// For Tool::rewrite: `view_range` and its like become startLine and endLine, names of encodings
// those of the table, and what other agents send to say that they read is left out.
void translate(Json& request, const Json& maximums);

}
