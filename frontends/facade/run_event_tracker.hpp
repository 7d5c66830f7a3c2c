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

// Collects the parts of a run's events that a client of chat completions receives.
class RunEventTracker {
public:
    // A call of a tool of the client, which has not sent the result yet.
    struct Call {
        std::string ask; // id on the run channel
        std::string id = {}; // id for the client; empty if the call was not sent yet
        std::string tool;
        channel::Document arguments;
    };

    // Takes the next line of the log of a run. Ignores an invalid line, since lines contain text of
    // models and tools.
    void on_line(std::string_view line);

    // Begins another answer: resets the text and the usage.
    void begin_answer();

    // Returns the text that was added since the last call.
    std::string take_text();

    // Returns the text of the last message of the model.
    const std::string& last_text() const { return message; }

    // Returns the usage of the replies in this answer; null if the server has not reported any.
    const Json& usage() const { return counted; }

    // Returns true if a tool of the run or of the client was called.
    bool has_called() const { return is_called; }

    std::vector<Call> calls; // calls without a result

    // The object of the ended run; null while it is running.
    channel::Document end;

private:
    class Handler;

    void count(const Json& usage);

    std::string text;
    std::string message;
    bool has_text = false; // the current message has text
    bool is_apart = false; // a message was before it in this answer
    bool is_called = false;
    Json counted;
};

}
