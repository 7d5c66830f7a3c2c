#pragma once

#include "agent/channel/document.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::facade {

using namespace toolkit;

namespace channel = agent::channel;

// Extracts from the events of a run what a client of chat completions receives.
class RunEventTracker {
public:
    // A call of a client's tool that waits for its result.
    struct Call {
        std::string ask; // id on the run channel
        // Id that the client knows; empty if the client has not received the call.
        std::string id = {};
        std::string tool;
        channel::Document arguments;
    };

    // Processes the next line of a run's log. Ignores a line that cannot be parsed, since it may
    // quote a model and tools.
    void on_line(std::string_view line);

    // Begins another answer: discards the usage and the text of the previous one.
    void begin_answer();

    // Returns the text that was added since the last call.
    std::string take_text();

    // Returns the text of the model's last message.
    const std::string& last_text() const { return message; }

    // Returns the usage of the replies in this answer; null if it is unknown.
    const Json& usage() const { return counted; }

    // Returns true if a tool of the run or of the client was called.
    bool has_called() const { return is_called; }

    std::vector<Call> calls; // calls that wait for their results

    // The final object of the run; null if the run has not ended.
    channel::Document end;

private:
    class Handler;

    void count(const Json& usage);

    std::string text;
    std::string message;
    bool has_text = false; // the current message has text
    bool is_apart = false; // this answer has an earlier message
    bool is_called = false;
    Json counted;
};

}
