#pragma once

#include "agent/liquid/value.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::liquid {

// The limits of one rendering.
struct Limits {
    std::size_t steps = 1'000'000; // maximum number of evaluation steps
    std::size_t output_bytes = 16 << 20; // maximum size of the text and of each value
    std::size_t made_bytes = 256 << 20; // maximum size of all values created by filters
};

// Settings for one rendering.
struct Settings {
    bool allows_missing = false; // a missing value is nil, not an error where it is output
    std::int64_t now = 0; // seconds since 1970: the date `now`
    // Aliases of members of the data: pairs of the alias and the member's name.
    std::span<const std::pair<std::string_view, std::string_view>> aliases = {};
    Limits limits = {};
};

// The variables and the remaining budget of one rendering.
class Scope {
public:
    Scope(const Json& data, const Settings& settings);

    // Returns a loop variable, an assigned one, or a member of the data; the first that exists in
    // this order.
    Value variable(std::string_view name) const;

    void assign(const std::string& name, Value value);

    // A loop in progress, with its variable and `forloop`.
    struct Loop {
        std::string variable;
        std::string name;
        std::size_t length;
        std::size_t index = 0; // from 0
        Value value = {};

        // Returns a member of `forloop`; nullopt for any other name, including `parentloop`.
        std::optional<Value> member(std::string_view name_of_member) const;
    };
    void begin_loop(Loop loop);
    Loop& loop() { return loops.back(); }
    const Loop* innermost_loop() const { return loops.empty() ? nullptr : &loops.back(); }
    void end_loop();

    // The index after the last element of each loop, by name: `offset: continue` continues there.
    std::map<std::string, std::size_t> ends_of_loops = {};

    // Throw TOO_LARGE if a limit is exceeded.
    void count_steps(std::size_t steps);
    void count_made(const Value& value);
    void check_size(std::size_t bytes) const;

    const Settings settings;

private:
    Value forloop(std::size_t depth) const;

    const Json& data;
    std::map<std::string, Value, std::less<>> assigned;
    std::vector<Loop> loops;
    std::size_t steps_left;
    std::size_t bytes_left;
};

}
