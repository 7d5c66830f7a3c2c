#pragma once

#include "runner/host/host_observer.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace runner::chat {

using namespace agent;
using namespace toolkit;

// Tells the screen what a conversation does, and keeps what /show and /raw print of it.
class ChatObserver : public host::HostObserver {
public:
    using host::HostObserver::HostObserver;

    struct SeenCall {
        std::size_t number; // from 1
        std::string id;
        std::string tool;
        std::string arguments;
        std::string code = {}; // of an error
        std::string content = {};
        bool has_ended = false;
    };

    void message(std::size_t step, const model::Reply& reply, const Json& shown) override;
    void calls(std::size_t step, const std::vector<model::ToolCall>& calls) override;
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;

    Json fields_of_result(
        const model::ToolCall& call, const calls::ToolAnswer& answer) const override;

    Json fields_of_usage(const Json& usage) override;

    // What the replies of an investigation have cost, by its report.
    void count_investigation(const Json& report);

    // Hears that a call of this tool begins or ends.
    std::string investigator = {}; // its name; empty for none
    std::function<void(bool begins)> investigates = [](bool) {};

    // Hears what an investigation has used.
    std::function<void(const Json& usage)> counts = [](const Json&) {};

    // What this has cost, if the price is known.
    std::function<std::optional<double>(const Json& usage)> price
        = [](const Json&) { return std::optional<double>(); };

    // Of all so far, if a price was known.
    std::optional<double> cost() const { return sum; }

    // The latest ones, the latest last.
    const std::deque<SeenCall>& seen_calls() const { return seen; }

    // The text of the last message.
    const std::string& last_text() const { return text_of_last; }

private:
    std::deque<SeenCall> seen;
    std::size_t count = 0;
    std::string text_of_last;
    std::optional<double> sum;
};

}
