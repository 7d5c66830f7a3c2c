#pragma once

#include "search.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_search {

// The names that other agents have for a Mode.
enum class OutputMode { content, files_with_matches, count };

// A request as it stands in the table of parameters, and the operator's flags.
struct Request {
    std::optional<std::string> pattern = {};
    std::optional<std::string> query = {};
    bool ignore_case = false;
    bool whole_word = false;
    bool multiline = false;
    std::string path = ".";
    std::vector<std::string> globs = {};
    std::vector<std::string> types = {};
    std::optional<std::int64_t> context_lines = {};
    std::optional<std::int64_t> lines_before = {};
    std::optional<std::int64_t> lines_after = {};
    std::optional<Mode> mode = {};
    std::optional<Order> sort = {};
    bool columns = false;
    bool include_ignored = false;
    bool include_hidden = false;
    std::int64_t max_results = 100;
    std::optional<std::int64_t> max_per_file = {};
    std::int64_t offset = 0;
    std::string cursor = {};

    // How other agents say the same, and more.
    std::vector<std::string> paths = {};
    std::vector<std::string> queries = {}; // patterns, any of which may match
    std::vector<std::string> exclude = {};
    std::optional<bool> is_regex = {};
    std::optional<bool> is_literal = {};
    std::optional<bool> is_case_sensitive = {};
    std::optional<bool> respects_ignore_files = {};
    std::optional<OutputMode> output_mode = {};
    bool names_only = false;
    bool line_numbers = true; // they are always there

    std::int64_t max_bytes = 1 << 20;
    std::int64_t max_file_bytes = 256 << 20; // at worst, one such file is in memory as a whole
    std::int64_t threads = 0;

    walk::Surroundings surroundings = {};
};

// The same request in the fields of our own: one of `pattern` and `query`, a `mode`, and none of
// those of other agents. Throws BAD_REQUEST if two fields contradict each other.
Request normalised(const Request& request, const Workspace& workspace);

// Of a normalised request. Throws BAD_REQUEST and BAD_PATTERN.
Search search_for(const Request& request);

// For a cursor: two normalised requests have the same if they find the same, however much of it is
// on a page.
std::uint32_t number_of(const Request& request);

// "ADVICE: {…}", with the request as JSON that can be sent; without a JSON that would be too long
// for a hint. Fields of other agents are left out.
std::string with_request(const std::string& advice, const Request& request);

}
