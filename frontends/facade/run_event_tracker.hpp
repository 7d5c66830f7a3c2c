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

// Collects from the events of a run what a client of chat completions receives.
class RunEventTracker {
public:
    // A call of a tool of the client that waits for its result.
    struct Call {
        std::string ask; // of the run channel
        std::string id = {}; // that the client knows; empty: it has not been told yet
        std::string tool;
        channel::Document arguments;
    };

    // Takes the next line of the log of a run. A line that cannot be read is left out: it quotes a
    // model and tools.
    void on_line(std::string_view line);

    // Another answer begins: what the last one has cost and said does not count any more.
    void begin_answer();

    // The text that has come since it was taken last.
    std::string take_text();

    // The text of the last message of the model.
    const std::string& last_text() const { return message; }

    // What its replies in this answer have cost; null if nobody has counted.
    const Json& usage() const { return counted; }

    // A tool of the run or of the client was called.
    bool has_called() const { return is_called; }

    std::vector<Call> calls; // that wait

    // The object of a run that has ended; null if it has not.
    channel::Document end;

private:
    class Handler;

    void count(const Json& usage);

    std::string text;
    std::string message;
    bool has_text = false; // of the message that is under way
    bool is_apart = false; // a message was before it in this answer
    bool is_called = false;
    Json counted;
};

}
