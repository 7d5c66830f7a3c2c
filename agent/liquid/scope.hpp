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

// What one rendering may cost.
struct Limits {
    std::size_t steps = 1'000'000; // of evaluation
    std::size_t output_bytes = 16 << 20; // of the text, and of each value on the way
    std::size_t made_bytes = 256 << 20; // of all values that filters make
};

// How a template is filled in.
struct Settings {
    bool allows_missing = false; // what is missing is nil; else an error where it is written
    std::int64_t now = 0; // seconds since 1970: the date `now`
    // Other names of members of the data, as pairs of the other name and the member's.
    std::span<const std::pair<std::string_view, std::string_view>> aliases = {};
    Limits limits = {};
};

// The variables of one rendering, and what it may still cost.
class Scope {
public:
    Scope(const Json& data, const Settings& settings);

    // A loop variable, an assigned one, or a member of the data, in this order.
    Value variable(std::string_view name) const;

    void assign(const std::string& name, Value value);

    // The loop that has begun: its variable, and `forloop`.
    struct Loop {
        std::string variable;
        std::string name;
        std::size_t length;
        std::size_t index = 0; // from 0
        Value value = {};

        // Of `forloop`; nothing if it has no such member.
        std::optional<Value> member(std::string_view name_of_member) const;
    };
    void begin_loop(Loop loop);
    Loop& loop() { return loops.back(); }
    const Loop* innermost_loop() const { return loops.empty() ? nullptr : &loops.back(); }
    void end_loop();

    // Where a loop of this name has ended: `offset: continue` goes on from there.
    std::map<std::string, std::size_t> ends_of_loops = {};

    // Throw TOO_LARGE beyond the limits.
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
