#pragma once

#include "search.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_search {

// The names that other agents use for a Mode.
enum class OutputMode { content, files_with_matches, count };

// A request as in the table of parameters, with the operator's flags.
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

    // Fields of other agents, most with the same meaning as one above.
    std::vector<std::string> paths = {};
    std::vector<std::string> queries = {}; // patterns, any of which may match
    std::vector<std::string> exclude = {};
    std::optional<bool> is_regex = {};
    std::optional<bool> is_literal = {};
    std::optional<bool> is_case_sensitive = {};
    std::optional<bool> respects_ignore_files = {};
    std::optional<OutputMode> output_mode = {};
    bool names_only = false;
    bool line_numbers = true; // accepted and ignored: line numbers are always shown

    std::int64_t max_bytes = 1 << 20;
    std::int64_t max_file_bytes = 256 << 20; // at worst, one such file is in memory completely
    std::int64_t threads = 0;

    walk::Surroundings surroundings = {};
};

// Returns the request in our own fields: one of `pattern` and `query`, a `mode`, and no fields of
// other agents. Throws BAD_REQUEST if two fields contradict each other.
Request normalised(const Request& request, const Workspace& workspace);

// Returns what a normalised request asks to search. Throws BAD_REQUEST and BAD_PATTERN.
Search search_for(const Request& request);

// Returns a number for cursors. Two normalised requests that find the same have the same number,
// whatever the size of their pages.
std::uint32_t number_of(const Request& request);

// Returns "ADVICE: {…}" with the request as JSON that can be sent, in our own fields. Returns only
// the advice if the JSON is too long for a hint.
std::string with_request(const std::string& advice, const Request& request);

}
