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

// What editors of other agents call it.
enum class Command { view, list };

constexpr auto choices(Command /*unused*/)
{
    using toolkit::tool::Choice;
    return std::array {Choice {Command::view, "view"}, Choice {Command::list, "list"}};
}

// How Gemini says which ignore rules hold.
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

    // How other agents say the same, and more.
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

// The same request in the fields of our own. Throws BAD_REQUEST if two fields contradict each
// other.
Request normalised(const Request& request, const Workspace& workspace);

// Of a normalised request. Throws BAD_REQUEST and BAD_PATTERN.
Wanted wanted_of(const Request& request);

// Are entries answered as objects, not as paths alone?
bool has_details(const Request& request);

// For a cursor: two normalised requests have the same if they list the same.
std::uint32_t number_of(const Request& request);

// "ADVICE: {…}", with the normalised request as JSON that can be sent.
std::string with_request(const std::string& advice, const Request& request);

}
