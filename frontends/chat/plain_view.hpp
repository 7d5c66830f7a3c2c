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

    // The effect of a typed line (without its newline), or of Ctrl-C.
    struct Typed {
        std::string shown = {};
        std::optional<channel::ScreenMessage> said = {}; // message to the engine
        bool quits = false; // Ctrl-C ends the chat
        bool forgets_input = false; // what has been typed since is thrown away
    };
    Typed type(const std::string& line, Time now);

    // Takes lines that were pasted. They are not sent yet, and contain no commands or mentions.
    Typed paste(const std::string& lines);
    Typed interrupt(Time now);

    // Returns the message to the engine that an event calls for, once.
    std::optional<channel::ScreenMessage> take_said() { return std::exchange(said_by_event, {}); }

    // Returns true if an editor or the engine uses the terminal and receives the input.
    bool is_editing() const { return !awaited.empty(); }

    // Ends the chat: no further question is asked. Returns the sequences that restore the terminal.
    std::string leave();

    // Returns the text to print for calls that take long.
    std::string wake(Time now);

    // Returns the time at which wake() must be called next.
    Time next_wake() const;

    // Returns true if a new question was shown: input that was typed before is not its answer.
    bool has_new_question() const { return is_new; }

    bool is_asking() const { return !questions.empty(); }

    // Returns true once, half a second after a question was shown: a terminal passes on whole
    // lines, and one that was begun before the question is not its answer either.
    bool has_become_readable(Time now);

private:
    struct Call {
        std::string title;
        Time begun;
        bool waits = false; // waits for another call
        std::size_t told = 0; // number of progress lines so far
        std::int64_t lines = 0; // number of printed lines
        std::int64_t calls = 0; // number of calls made by an agent

        // Returns the time of the next progress line.
        Time next() const;
    };
    struct Question {
        std::string id;
        std::string rows; // all that it shows
        std::size_t shown; // bytes of `rows` that were shown
        Time asked;
        std::string draft = {}; // the arguments, for an editor; empty if they can't be edited
        bool is_repeatable = false; // "always" is allowed
        bool takes_line = false; // any line answers it
        std::optional<channel::ChatApproval> approval = {};
        bool is_choosing = false; // the list that "always" shows is open
        std::optional<channel::ChatPick> pick = {};

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
    bool has_prompt = false; // the prompt was printed last
    bool is_new = false;
    bool is_leaving = false;
    channel::Approve mode = channel::Approve::changes;
    screen::Draft begun; // input that was not sent yet
    std::size_t requests = 0; // number of completions that were requested
    std::vector<channel::CompletedCommand> choices; // listed completions; a number chooses one
    std::map<std::string, Call> calls; // running calls by id
    std::size_t stopped = 0; // calls of this turn that were interrupted
    std::deque<Question> questions;
    Time readable {}; // time of the question for which has_become_readable() returned true
    Time last_interrupt {};
    std::size_t edits = 0; // number of edits so far
    std::string awaited = {}; // the id of the edit under way
    std::optional<channel::ScreenMessage> said_by_event = {};
};

}
