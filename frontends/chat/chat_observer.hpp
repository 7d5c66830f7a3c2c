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

// The code of a call that the operator has interrupted, in events for a screen: none of an error.
inline constexpr const char* of_interruption = "INTERRUPTED";

// Tells the screen what a conversation does, and keeps what /show and /raw print of it.
class ChatObserver : public host::HostObserver {
public:
    using host::HostObserver::HostObserver;

    struct SeenCall {
        std::size_t number; // from 1
        std::string id;
        std::string tool;
        Json arguments; // as a string if the model has not written an object; null after its end
        display::ShownTool shown = {};
        channel::Display display = {};
        std::string argument_lines = {}; // of at most 64 KiB
        std::string output = {}; // all of it as text, of at most 64 KiB
        bool is_diff = false; // the output
        bool is_of_agent = false; // it gives an agent a task
        std::vector<std::string> inside = {}; // the calls of that agent, a line each
        std::int64_t milliseconds = -1; // that it took; negative: it did not run
        bool has_ended = false;
    };

    // Something that the screen has shown in part.
    struct Shortened {
        std::string title = {};
        std::string text = {}; // whole, but of at most 64 KiB
        bool is_diff = false;
    };

    // Returns the last of them that was not returned yet since the latest was added, and after the
    // first one begins again. Returns nullptr if there is none.
    const Shortened* next_shortened();

    void reasoning(std::string_view piece) override;
    void message(std::size_t step, const model::Reply& reply, const model::Message& shown) override;
    void calls(std::size_t step, const std::vector<model::ToolCall>& calls) override;
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;

    void follow(calls::PreparedCall& call) override;
    void arguments(std::string_view piece, bool is_new) override;
    void pauses(const model::RetryPause& pause) override;

    LiveCalls* live = nullptr; // null: calls are not followed

    // The tasks that the model keeps, as they were shown last. To be set when the conversation is
    // replaced by another one.
    tasks::TaskList tasks = {};

    // Called when a call has changed them.
    std::function<void()> hears_tasks = [] {};

    NestedCalls* nested = nullptr; // null: calls of agents are not followed

    // Begin and end a call of the operator that gives an agent a task. Return its display.
    channel::Display own_call(
        const std::string& id, const display::ShownTool& tool, const Json& arguments);
    channel::Display own_result(const std::string& id, const calls::ToolAnswer& answer);

    // Hears what an agent has used.
    std::function<void(const Json& usage)> counts = [](const Json&) {};

    // Returns what this has cost by the price of `fallback`, or if that is empty of the model that
    // was chosen; nullopt if the price is not known.
    std::function<std::optional<double>(const Json& usage, const std::string& fallback)> price
        = [](const Json&, const std::string&) { return std::optional<double>(); };

    // Returns the cost of all so far; nullopt if no price was known.
    std::optional<double> cost() const { return sum; }

    // Returns the diff of what the last call has changed.
    std::function<std::string()> diff_of_last_call = [] { return std::string(); };

    // Returns the number of commands in the background that ran when a call last answered about
    // them. Hears that it has changed.
    std::size_t background_count() const { return background.size(); }
    std::function<void()> background_has_changed = [] {};

    // Hears of each call that has ended; may be empty.
    std::function<void(const SeenCall& call)> call_has_ended;

    // Returns the place of a call among those of the last message, or nullopt.
    std::optional<PlaceOfCall> place_of(const std::string& id) const;

    // Tells the screen a call of an earlier process of the session, as if it had just ended.
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

    display::WrittenArguments written; // by the model, of the call that it writes
    std::chrono::steady_clock::time_point written_told {};
    std::set<std::string> background; // names of commands that run
    struct Followed {
        display::ShownTool shown;
        bool is_of_agent = false;
    };
    std::map<std::string, Followed> followed; // by the ids of calls that are told next
    std::deque<SeenCall> seen;
    std::deque<Shortened> shortened; // the latest last
    std::size_t shortened_back = 0; // how many of them were returned
    std::string thoughts; // since the last message
    std::size_t count = 0;
    std::vector<std::string> last_ids; // of the last message
    std::map<std::string, std::string> asked; // calls of it that were asked about, with the diff
    std::string text_of_last;
    std::optional<double> sum;
};

}
