#pragma once

#include "listing.hpp"
#include "toolkit/ignore/git_excludes.hpp"
#include "toolkit/tool/parameter.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_listdir {

constexpr auto choices(Order /*unused*/)
{
    using toolkit::tool::Choice;
    return std::array {Choice {Order::name, "name"}, Choice {Order::modified, "modified"},
        Choice {Order::size, "size"}};
}

// The commands that editors of other agents send.
enum class Command { view, list };

constexpr auto choices(Command /*unused*/)
{
    using toolkit::tool::Choice;
    return std::array {Choice {Command::view, "view"}, Choice {Command::list, "list"}};
}

// Gemini's way to choose which ignore rules apply.
struct Filtering {
    std::optional<bool> respects_ignore_files = {};
};

struct Request {
    std::string path = ".";
    std::optional<bool> recursive = {};
    std::optional<std::int64_t> depth = {};
    std::vector<std::string> globs = {};
    std::optional<Order> sort = {};
    std::optional<bool> details = {};
    bool include_hidden = false;
    std::optional<bool> include_ignored = {};
    std::int64_t max_results = 1000;
    std::string cursor = {};

    // Fields by which other agents express the same, and some more.
    std::optional<Command> command = {};
    std::optional<std::string> query = {};
    std::vector<std::string> exclude = {};
    bool case_sensitive = true;
    std::optional<bool> respects_ignore_files = {};
    std::vector<Filtering> filtering = {};
    std::int64_t offset = 1;

    std::int64_t max_bytes = 1 << 20;

    ignore::Surroundings surroundings = {};
};

std::vector<toolkit::tool::Parameter<Request>> parameters();

// Returns the request with the fields of other agents replaced by our own. Throws BAD_REQUEST if
// two fields contradict each other.
Request normalised(const Request& request, const Workspace& workspace);

// Returns what a normalised request asks to list. Throws BAD_REQUEST for an invalid cursor, and
// BAD_PATTERN for an invalid glob.
Wanted wanted_of(const Request& request);

// Returns true if the answer has objects with details instead of paths.
bool has_details(const Request& request);

// Returns a number for cursors. Two normalised requests that list the same have the same number.
std::uint32_t number_of(const Request& request);

// Returns "ADVICE: {…}" with the normalised request as JSON that can be sent. Returns only the
// advice if the JSON has more than 4096 bytes.
std::string with_request(const std::string& advice, const Request& request);

}
