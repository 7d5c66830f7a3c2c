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

// The logic of the plain front end of a chat, independent of a terminal: converts events of the
// engine to output, and typed lines to messages for the engine. Its own lines begin with words
// (tool:, failed:, question:, note:, error:); no other text can begin in this way.
class PlainView {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Returns the output for an event, a line of the channel. For an unreadable event that is an
    // error message.
    std::string show(std::string_view line, Time now);

    // The result of a typed line, or of Ctrl-C.
    struct Typed {
        std::string shown = {};
        std::optional<channel::ScreenMessage> said = {}; // message to the engine
        bool quits = false; // the chat ends after Ctrl-C
        bool forgets_input = false; // input that was typed meanwhile is discarded
    };
    // Processes a typed line, without its newline.
    Typed type(const std::string& line, Time now);

    // Processes lines that arrived at the same time as a paste. Nothing is sent, and commands and
    // mentions in them have no effect.
    Typed paste(const std::string& lines);
    Typed interrupt(Time now);

    // Returns the message to the engine that an event calls for, once.
    std::optional<channel::ScreenMessage> take_said() { return std::exchange(said_by_event, {}); }

    // Returns true while an editor or the engine uses the terminal: input belongs to it.
    bool is_editing() const { return !awaited.empty(); }

    // Ends the chat: no further questions are shown. Returns the bytes that restore the terminal.
    std::string leave();

    // wake() returns the output about long-running calls that is due; next_wake() returns when more
    // will be due.
    std::string wake(Time now);

    // Returns the time at which wake() must be called next.
    Time next_wake() const;

    // Returns true if a new question is shown. Input typed before must not answer it.
    bool has_new_question() const { return is_new; }

    bool is_asking() const { return !questions.empty(); }

    // Returns true once, half a second after a question was shown. Until then input is discarded: a
    // terminal delivers whole lines, and a part may have been typed before the question.
    bool has_become_readable(Time now);

private:
    struct Call {
        std::string title;
        Time begun;
        bool waits = false; // for another call
        std::size_t told = 0; // number of reports
        std::int64_t lines = 0; // lines of its output
        std::int64_t calls = 0; // calls of an agent

        // Returns when the next report that the call is running is due.
        Time next() const;
    };
    struct Question {
        std::string id;
        std::string rows; // all rows of the question
        std::size_t shown; // number of bytes of them that were shown
        Time asked;
        std::string draft = {}; // arguments for an editor; empty if they can't be edited
        bool is_repeatable = false; // "always" is offered
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
    screen::Draft begun; // lines that have not been sent yet
    std::size_t requests = 0; // completions that were asked for
    std::vector<channel::CompletedCommand> choices; // choices of a completion, selected by number
    std::map<std::string, Call> calls; // by id
    std::size_t stopped = 0; // number of interrupted calls in this turn
    std::deque<Question> questions;
    Time readable {}; // when the question was asked for which has_become_readable() returned true
    Time last_interrupt {};
    std::size_t edits = 0; // so far
    std::string awaited = {}; // id of the current edit
    std::optional<channel::ScreenMessage> said_by_event = {};
};

}
