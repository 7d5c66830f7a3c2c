#pragma once

#include "runner/chat/plain_text.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace runner::chat {

using namespace toolkit;

// The plain front end of a chat, without a terminal: what is printed for the engine's events, and
// what is said to the engine for the lines that are typed. Its own lines begin with words (tool:,
// failed:, question:, note:, error:), and no text of others has such a beginning.
class PlainView {
public:
    using Time = std::chrono::steady_clock::time_point;

    // What is to be printed for an event, as it came over the channel.
    std::string show(const Json& event, Time now);

    // What becomes of a line that was typed, without its end, or of Ctrl-C.
    struct Typed {
        std::string shown = {};
        std::string said = {}; // a line of the channel, without its end; empty for none
        bool quits = false; // by Ctrl-C
        bool forgets_input = false; // what has been typed since is thrown away
    };
    Typed type(const std::string& line, Time now);
    Typed interrupt(Time now);

    // The chat ends: nothing more is asked of the operator.
    void leave() { is_leaving = true; }

    // What is to be printed for calls that take long, and when that is next.
    std::string wake(Time now);
    Time next_wake() const;

    // A question stands there that was not there before: what was typed before is no answer to it.
    bool has_new_question() const { return is_new; }

private:
    struct Call {
        std::string title;
        Time begun;
        bool is_told = false;
    };
    struct Question {
        std::string id;
        std::string rest; // what is shown only after v; empty if all is shown
        Time asked;
    };

    std::string turn(const Json& event);
    std::string said(const Json& event);
    std::string message(const Json& event);
    std::string result(const Json& event);
    std::string ask(const Json& event, Time now);
    std::string own(const std::string& line);
    std::string prompt();
    Typed answer(const std::string& line, Time now);
    Typed say(const std::string& line);

    PlainText text;
    bool is_busy = false; // a turn runs
    bool has_prompt = false; // it is the last that was printed
    bool is_new = false;
    bool is_leaving = false;
    std::string begun; // lines that end with a backslash
    std::map<std::string, Call> calls; // by id
    std::deque<Question> questions;
    Time last_interrupt {};
};

}
