#pragma once

#include "agent/display/call_display.hpp"
#include "agent/display/written_arguments.hpp"
#include "agent/tasks/task_list.hpp"
#include "frontends/chat/live_calls.hpp"
#include "frontends/chat/nested_calls.hpp"
#include "frontends/host/host_observer.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// Code of a call that the operator interrupted, in events for a screen. It is not an error code.
inline constexpr const char* of_interruption = "INTERRUPTED";

// Reports a conversation to the screen, and stores what /show and /raw print.
class ChatObserver : public host::HostObserver {
public:
    using host::HostObserver::HostObserver;

    struct SeenCall {
        std::size_t number; // from 1
        std::string id;
        std::string tool;
        // A string if the model has not written an object; null after the call has ended.
        Json arguments;
        display::ShownTool shown = {};
        channel::Display display = {};
        std::string argument_lines = {}; // of at most 64 KiB
        std::string output = {}; // as text, at most 64 KiB
        bool is_diff = false; // the output
        bool is_of_agent = false; // the call gives a task to an agent
        std::vector<std::string> inside = {}; // the calls of that agent, one per line
        std::int64_t milliseconds = -1; // duration; negative: it did not run
        bool has_ended = false;
    };

    // A text that the screen has shown only in part.
    struct Shortened {
        std::string title = {};
        std::string text = {}; // the whole text, at most 64 KiB
        bool is_diff = false;
    };

    // Returns the last text that was not returned since the latest one was added; after the first
    // one, begins again with the last. Returns nullptr if there is none.
    const Shortened* next_shortened();

    void reasoning(std::string_view piece) override;
    void message(std::size_t step, const model::Reply& reply, const model::Message& shown) override;
    void calls(std::size_t step, const std::vector<model::ToolCall>& calls) override;
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;

    void follow(calls::PreparedCall& call) override;
    void arguments(std::string_view piece, bool is_new) override;
    void pauses(const model::RetryPause& pause) override;

    LiveCalls* live = nullptr; // null: calls are not followed

    // The tasks of the model as last shown. Must be set when another conversation replaces this
    // one.
    tasks::TaskList tasks = {};

    // Called when a call has changed the tasks.
    std::function<void()> hears_tasks = [] {};

    NestedCalls* nested = nullptr; // null: calls of agents are not followed

    // Begin and end a call of the operator that gives an agent a task. Return its display.
    channel::Display own_call(
        const std::string& id, const display::ShownTool& tool, const Json& arguments);
    channel::Display own_result(const std::string& id, const calls::ToolAnswer& answer);

    // Called with the usage of an agent.
    std::function<void(const Json& usage)> counts = [](const Json&) {};

    // Returns the cost of this usage by the price of `fallback`, or if that is empty, of the chosen
    // model; nullopt if the price is unknown.
    std::function<std::optional<double>(const Json& usage, const std::string& fallback)> price
        = [](const Json&, const std::string&) { return std::optional<double>(); };

    // Returns the total cost so far; nullopt if no price was known.
    std::optional<double> cost() const { return sum; }

    // Returns the diff of the last call's changes.
    std::function<std::string()> diff_of_last_call = [] { return std::string(); };

    // background_count() returns the number of running background commands according to the last
    // call that reported it; background_has_changed is called when it changes.
    std::size_t background_count() const { return background.size(); }
    std::function<void()> background_has_changed = [] {};

    // Called for each call that has ended; may be empty.
    std::function<void(const SeenCall& call)> call_has_ended;

    // Returns the place of a call among those of the last message, or nullopt.
    std::optional<PlaceOfCall> place_of(const std::string& id) const;

    // Sends the screen a call of an earlier process of the session as if it had just ended.
    // `content` is its result.
    void tell_past_call(
        const model::ToolCall& call, const display::ShownTool& tool, const std::string& content);

    // Notes that the call is run with these arguments in place of the model's.
    void edited(const std::string& id, const Json& arguments);

    // Notes the diff that a question about the call has shown; empty for none.
    void asked_with_diff(const std::string& id, const std::string& diff);

    // Returns the latest calls, at most 200, the latest last.
    const std::deque<SeenCall>& seen_calls() const { return seen; }

    // Returns the text of the last message.
    const std::string& last_text() const { return text_of_last; }

private:
    SeenCall new_call(const model::ToolCall& call, const display::ShownTool& tool);
    SeenCall* running_call(const std::string& id);
    SeenCall& add_seen(SeenCall call);
    void end(SeenCall& call, const calls::ToolAnswer& answer);
    void keep_output(SeenCall& call, const display::CallEnd& end);
    void keep_shortened(const SeenCall& call);
    void end_agent(SeenCall& call, const calls::ToolAnswer& answer);
    void show_tasks(SeenCall& call);
    void count_agent(const Json& answer);
    void tell_result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;
    void tell_usage(std::size_t step, const model::Reply& reply) override;
    std::optional<double> cost_with(const Json& usage, const std::string& fallback = {});

    void add_shortened(Shortened one);
    void count_background(const Json& told);

    display::WrittenArguments written; // arguments of the call that the model is writing
    std::chrono::steady_clock::time_point written_told {};
    std::set<std::string> background; // names of running commands
    struct Followed {
        display::ShownTool shown;
        bool is_of_agent = false;
    };
    std::map<std::string, Followed> followed; // by ids of calls that are reported next
    std::deque<SeenCall> seen;
    std::deque<Shortened> shortened; // the latest is last
    std::size_t shortened_back = 0; // number of texts that were returned
    std::string thoughts; // since the last message
    std::size_t count = 0;
    std::vector<std::string> last_ids; // ids of the calls of the last message
    // Calls of that message that needed an answer, with the diff.
    std::map<std::string, std::string> asked;
    std::string text_of_last;
    std::optional<double> sum;
};

}
