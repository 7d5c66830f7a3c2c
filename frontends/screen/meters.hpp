#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/line.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace agent;

// The last row: model, context, tokens, cost, approval and session.
class Meters {
public:
    void take(const channel::ChatHello& event);
    void take(const channel::Meters& event);
    void add(const channel::ChatUsage& event);

    // Returns nullopt before the first event.
    std::optional<channel::Approve> current_mode() const { return approve; }

    // Returns the row; parts that do not fit are dropped from the right. `offers_keys`: its right
    // end says how the keys are listed. It is cached until something changes: a key changes
    // nothing.
    const Line& line(std::size_t columns, bool offers_keys, const Palette& palette) const;

    // Returns the mode, if it is not the usual one, for a window that has no room for the row.
    Line mode(const Palette& palette) const;

private:
    void set_names(const std::string& new_model, const std::string& new_session);
    Line made_line(std::size_t columns, bool offers_keys, const Palette& palette) const;
    Lines parts(const Palette& palette) const;
    Line context_part(const Palette& palette) const;
    Line right_end(bool offers_keys, const Palette& palette) const;

    struct Made {
        std::size_t columns;
        bool offers_keys;
        Line line;
    };
    mutable std::optional<Made> made;
    std::string model;
    std::optional<channel::Approve> approve; // set by the first event
    std::string session;
    std::uint64_t window = 0;
    std::optional<std::uint64_t> context; // size of the last request in tokens
    bool is_estimate = false;
    std::uint64_t in = 0;
    std::uint64_t cached = 0;
    std::uint64_t out = 0;
    std::optional<double> cost;
    std::string directory;
    std::string branch;
    std::vector<std::string> servers;
    std::uint64_t failed_servers = 0;
    std::uint64_t background = 0; // commands
};

}
