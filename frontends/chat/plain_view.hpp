#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "frontends/chat/plain_text.hpp"
#include "frontends/screen/draft.hpp"
#include "frontends/screen/notices.hpp"

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frontends::chat {

using namespace agent;

// The plain front end of a chat, without a terminal: what is printed for the engine's events, and
// what is said to the engine for the lines that are typed. Its own lines begin with words (tool:,
// failed:, question:, note:, error:), and no text of others has such a beginning.
class PlainView {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Returns what is to be printed for an event, a line of the channel: an error for one that
    // cannot be read.
    std::string show(std::string_view line, Time now);

    // What becomes of a line that was typed, without its end, or of Ctrl-C.
    struct Typed {
        std::string shown = {};
        std::optional<channel::ScreenMessage> said = {}; // to the engine
        bool quits = false; // by Ctrl-C
        bool forgets_input = false; // what has been typed since is thrown away
    };
    Typed type(const std::string& line, Time now);

    // Lines that have come at once. They send nothing, and nothing in them is a command or a
    // mention.
    Typed paste(const std::string& lines);
    Typed interrupt(Time now);

    // Returns the message to the engine that an event calls for, once.
    std::optional<channel::ScreenMessage> take_said() { return std::exchange(said_by_event, {}); }

    // An editor or the engine has the terminal: what is typed is for it.
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
        bool waits = false; // for another call
        std::size_t told = 0; // how often
        std::int64_t lines = 0; // that it has printed
        std::int64_t calls = 0; // that an agent has made

        // Returns when it is told next that the call runs.
        Time next() const;
    };
    struct Question {
        std::string id;
        std::string rows; // all that it shows
        std::size_t shown; // bytes of them
        Time asked;
        std::string draft = {}; // the arguments, for an editor; empty if they can't be edited
        bool is_repeatable = false; // by an "always"
        bool takes_line = false; // any line answers it
        std::optional<channel::ChatApproval> approval = {};
        bool is_choosing = false; // the list that "always" shows is open
        std::optional<channel::ChatPick> pick = {}; // with the chosen actions

        bool is_shown_whole() const { return shown == rows.size(); }
    };

    struct Events; // handles each event
    std::string greet(const channel::ChatHello& hello);
    void begin_turn(Time now);
    std::string end_turn(const channel::TurnEnds& turn, Time now);
    std::string said(const channel::ChatSaid& event);
    std::string message(const channel::ChatMessage& event);
    std::string result(const channel::ChatResult& event);
    void begin_call(const channel::ChatCall& event, Time now);
    bool is_running(const std::string& id) const;
    std::string own_result(const channel::ChatResult& event);
    std::string pause(const channel::ChatRetry& event);
    std::string reply(const channel::Reply& reply, Time now);
    std::string take_completions(const channel::Completions& list);
    std::string ask(const channel::ChatAsk& event, Time now);
    std::string ask_for_line(
        const std::string& id, const channel::ChatQuestion& question, Time now);
    std::string edited(const channel::EditedText& reply, Time now);
    std::string error(const std::string& words, const std::optional<std::string>& hint);
    std::string own(const std::string& line);
    Time next_readable() const;
    std::string beside_prompt(const std::string& shown);
    std::string prompt();
    Typed answer(const std::string& line, Time now);
    Typed end_question(const channel::Answer& said, Time now);
    Typed choose_rule(const std::string& line, Time now);
    std::string ask_pick(const std::string& id, channel::ChatPick list, Time now);
    Typed choose_row(const std::string& line, Time now);
    Typed pick_again(const std::string& words, Time now);
    Typed end_pick(const channel::ScreenMessage& message, Time now);
    Typed edit(const Question& question);
    Typed show_rest(Question& question, Time now);
    Typed say();
    Typed complete();
    bool choose(const std::string& line);
    std::string shown_draft() const;

    PlainText text;
    screen::Notices notices;
    bool has_title = false;
    bool is_busy = false; // a turn runs, or a command of the operator
    Time busy_since {};
    bool waits_for_model = false; // the last event says that the server loads the model
    bool has_prompt = false; // it is the last that was printed
    bool is_new = false;
    bool is_leaving = false;
    channel::Approve mode = channel::Approve::changes;
    screen::Draft begun; // what no line has sent yet
    std::size_t requests = 0; // completions that were asked for
    std::vector<channel::CompletedCommand> choices; // of a completion; a number chooses
    std::map<std::string, Call> calls; // by id
    std::size_t stopped = 0; // calls of this turn that were interrupted
    std::deque<Question> questions;
    Time readable {}; // when the question was asked of which has_become_readable() was true
    Time last_interrupt {};
    std::size_t edits = 0; // so far
    std::string awaited = {}; // the id of the edit under way
    std::optional<channel::ScreenMessage> said_by_event = {};
};

}
