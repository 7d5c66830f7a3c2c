#pragma once

#include "frontends/screen/line.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace frontends::screen {

using namespace toolkit;

// The last row: model, context, tokens, cost, approval and session.
class Meters {
public:
    // hello, run, usage, context, or what a command has changed: the fields that it has.
    void take(const Json& event);
    void add_usage(const Json& event);

    // Dropped from the right where it has no room. It is made anew only when something has changed:
    // a key changes nothing.
    const Line& line(std::size_t columns, const Palette& palette) const;

private:
    Line made_line(std::size_t columns, const Palette& palette) const;

    struct Made {
        std::size_t columns;
        Line line;
    };
    mutable std::optional<Made> made;
    std::string model;
    std::string approve;
    std::string session;
    std::uint64_t window = 0;
    std::optional<std::uint64_t> context; // tokens of the last request
    bool is_estimate = false;
    std::uint64_t in = 0;
    std::uint64_t cached = 0;
    std::uint64_t out = 0;
    std::optional<double> cost;
};

}
