#pragma once

#include "frontends/chat/plain_text.hpp"
#include "frontends/screen/notices.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frontends::chat {

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

    // Lines that have come at once. They send nothing, and nothing in them is a command or a
    // mention.
    Typed paste(const std::string& lines);
    Typed interrupt(Time now);

    // Lines of the channel that an event calls for, once; empty for none.
    std::string take_said() { return std::exchange(said_by_event, {}); }

    // An editor has the terminal: what is typed is for it.
    bool is_editing() const { return !awaited.empty(); }

    // The chat ends: nothing more is asked of the operator. Returns what restores the terminal.
    std::string leave();

    // What is to be printed for calls that take long, and when that is next.
    std::string wake(Time now);
    Time next_wake() const;

    // A question stands there that was not there before: what was typed before is no answer to it.
    bool has_new_question() const { return is_new; }

    bool is_asking() const { return !questions.empty(); }

    // True once, half a second after a question stands there: a terminal hands out whole lines, and
    // what was typed of one before is no answer either.
    bool has_become_readable(Time now);

private:
    struct Call {
        std::string title;
        Time begun;
        bool is_told = false;
    };
    struct Question {
        std::string id;
        std::string rows; // all that it shows
        std::size_t shown; // bytes of them
        Time asked;
        std::string draft; // the arguments, for an editor; empty if they can't be edited
        bool is_repeatable; // by an "always"

        bool is_shown_whole() const { return shown == rows.size(); }
    };

    std::string greet(const Json& event);
    std::string turn(const Json& event, Time now);
    std::string said(const Json& event);
    std::string message(const Json& event);
    std::string result(const Json& event);
    void begin_call(const Json& event, Time now);
    std::string own_result(const Json& event);
    bool is_late(const Json& event) const;
    std::string take_completions(const Json& items);
    std::string ask(const Json& event, Time now);
    std::string own(const std::string& line);
    Time next_readable() const;
    std::string shown_of(const Json& event, Time now);
    std::string beside_prompt(const std::string& shown);
    std::string prompt();
    std::string reply(const Json& event, Time now);
    std::string edited(const Json& event, Time now);
    Typed answer(const std::string& line, Time now);
    Typed edit(const Question& question);
    Typed show_rest(Question& question, Time now);
    Typed say();
    Typed complete();
    bool choose(const std::string& line);
    std::string shown_draft() const;

    // What is written so far: all of it, and the same with spaces in place of what was pasted.
    struct Draft {
        std::string text;
        std::string typed;

        void add(const std::string& line);
    };

    PlainText text;
    screen::Notices notices;
    bool has_title = false;
    bool is_busy = false; // a turn runs, or a command of the operator
    Time busy_since {};
    bool has_prompt = false; // it is the last that was printed
    bool is_new = false;
    bool is_leaving = false;
    Draft begun; // what no line has sent yet
    std::size_t requests = 0; // completions that were asked for
    std::vector<std::string> choices; // of a completion; a number chooses
    std::map<std::string, Call> calls; // by id
    std::deque<Question> questions;
    Time readable {}; // when the question was asked of which has_become_readable() was true
    Time last_interrupt {};
    bool has_asked = false; // about a call, in this chat
    std::size_t edits = 0; // so far
    std::string awaited = {}; // the id of the edit under way
    std::string said_by_event = {};
};

}
