#pragma once

#include "frontends/chat/nested_calls.hpp"
#include "frontends/host/host_observer.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace frontends::chat {

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

    void message(std::size_t step, const model::Reply& reply, const model::Message& shown) override;
    void calls(std::size_t step, const std::vector<model::ToolCall>& calls) override;
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;

    // Counts what an agent has used, by its answer.
    void count_agent(const Json& answer);

    // Hears that a call of this tool begins or ends.
    std::string agent_tool = {}; // its name; empty for none
    std::function<void(bool begins)> agent_works = [](bool) {};

    // Hears what an agent has used.
    std::function<void(const Json& usage)> counts = [](const Json&) {};

    // What this has cost, if the price is known: of `fallback`, or if that is empty of the model
    // that was chosen.
    std::function<std::optional<double>(const Json& usage, const std::string& fallback)> price
        = [](const Json&, const std::string&) { return std::optional<double>(); };

    // Of all so far, if a price was known.
    std::optional<double> cost() const { return sum; }

    // Hears of each call that has ended; may be empty.
    std::function<void(const SeenCall& call)> call_has_ended;

    // Returns the place of a call among those of the last message, or nullopt.
    std::optional<PlaceOfCall> place_of(const std::string& id) const;

    // The call is run with other arguments than the model's.
    void edited(const std::string& id, const std::string& arguments);

    // The latest ones, the latest last.
    const std::deque<SeenCall>& seen_calls() const { return seen; }

    // The text of the last message.
    const std::string& last_text() const { return text_of_last; }

private:
    bool is_of_agent(const model::ToolCall& call) const;
    void tell_result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;
    void tell_usage(std::size_t step, const model::Reply& reply) override;
    std::optional<double> cost_with(const Json& usage, const std::string& fallback = {});

    std::deque<SeenCall> seen;
    std::size_t count = 0;
    std::vector<std::string> last_ids; // of the last message
    std::string text_of_last;
    std::optional<double> sum;
};

}
