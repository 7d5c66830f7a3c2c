#pragma once

#include "toolkit/json/json.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::facade {

using namespace toolkit;

// What a run has told by its events, as far as a client of chat completions hears of it.
class Told {
public:
    // A call of a tool of the client that waits for its result.
    struct Call {
        std::string ask; // of the run channel
        std::string id = {}; // that the client knows; empty: it has not been told yet
        std::string tool;
        Json arguments;
    };

    // A line of the log of a run, in their order. Does nothing with one that it does not know.
    void hear(std::string_view line);

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
    Json end;

private:
    void hear_ask(const Json& event);
    void hear_message(const Json& event);
    void hear_end(Json event);
    void count(const Json& usage);

    std::string text;
    std::string message;
    bool has_text = false; // of the message that is under way
    bool is_apart = false; // a message was before it in this answer
    bool is_called = false;
    Json counted;
};

}
