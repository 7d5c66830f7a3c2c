#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "frontends/screen/completion.hpp"
#include "frontends/screen/input.hpp"
#include "frontends/screen/key_sheet.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/meters.hpp"
#include "frontends/screen/notices.hpp"
#include "frontends/screen/picker.hpp"
#include "frontends/screen/picture.hpp"
#include "frontends/screen/question.hpp"
#include "frontends/screen/region.hpp"
#include "frontends/screen/retry_status.hpp"
#include "frontends/screen/transcript.hpp"

#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

using namespace agent;

// The logic of a chat's terminal. Takes events of the engine and keys, and returns lines for the
// transcript, the live region and messages for the engine. Does no input or output, and has no
// clock: the time is a parameter.
class Screen {
public:
    Screen();

    // Sets the size. Must be called first, and when the size has changed.
    void resize(Size size) { terminal = size; }

    // Takes an event of the engine, a line of the channel. One that cannot be read is shown as an
    // error and changes nothing.
    void on_line(std::string_view line, Moment now);

    void press(const Key& pressed, Moment now);

    // Must be called at the deadline, if there is one.
    void tick(Moment now);
    std::optional<Moment> deadline(Moment now) const;

    // Returns the finished lines for the transcript.
    template<class Clock>
    Lines take_finished(Clock clock)
    {
        transcript.settle(terminal.columns, std::max<std::size_t>(terminal.rows / 3, 1), clock);
        return transcript.take();
    }

    View view(Moment now) const;

    // Return lines of JSON for the engine, without newlines, and bytes of notices for the terminal.
    std::vector<std::string> take_messages() { return std::exchange(messages, {}); }
    std::string take_notices() { return std::exchange(notice_bytes, {}); }

    // The required owner of the terminal after the last action.
    enum class Owner { screen, editor, shell };
    Owner owner() const { return owned_by; }

    // Must be called when the engine has exited: finishes a text that is incomplete as it is.
    void end() { transcript.end_text(terminal.columns); }

    bool wants_redraw() { return std::exchange(redraw, false); }
    // Returns 130 if Ctrl-C has ended the chat.
    int exit_status() const { return status_at_end; }

    const Palette& palette() const { return colours; }
    const Notices& notices() const { return notice; }
    // True if the terminal is known to wrap its rows again when it becomes narrower.
    bool knows_reflow() const { return is_known_to_reflow; }
    bool has_title() const { return sets_title; }
    bool has_keyboard() const { return uses_keyboard; }
    // Returns the number of bytes that are not written yet.
    std::size_t waiting_bytes() const { return transcript.waiting_bytes(); }
    bool has_finished() const { return transcript.has_lines(); }

private:
    struct Events; // handles each event
    void greet(const channel::ChatHello& hello);
    Lines first_lines(const channel::ChatHello& hello) const;
    void take_look(const channel::Look& look);
    void begin_turn(Moment now);
    void end_turn(const channel::TurnEnds& turn, Moment now);
    void end_thinking(Moment now);
    void end_pause(Moment now);
    void put_interruption(std::size_t stopped);
    void put_failure(const channel::TurnEnds& turn);
    void add_message(const channel::ChatMessage& event);
    void begin_call(const channel::ChatCall& call, Moment now);
    void end_call(const channel::ChatResult& result, Moment now);
    void said(const channel::ChatSaid& event);
    void ask(const channel::ChatAsk& event, Moment now);
    void asked(const channel::Asked& event, Moment now);
    void put_question(Moment now);
    void edited(const channel::EditedText& reply);
    void open_completions(const channel::Completions& list, Moment now);
    void put_answer(const channel::ReplyText& reply);
    Lines answer_lines(const std::string& text, const std::optional<std::string>& form) const;
    void fail(const channel::Error& error);
    void note(const std::string& text);
    void put_error(const std::string& text, const std::string& more);
    void copy(const std::string& text);
    void ask_about_paste(const std::string& text);
    void insert_images(
        const std::optional<std::string>& id, const channel::PastedImages& pasted, Moment now);
    void put_image(const channel::ChatImage& image);

    void send(const channel::ScreenMessage& message);
    void press_in_draft(const Key& key, Moment now);
    void edit_in_draft(const Key& key, Moment now);
    void suggest(const Key& key);
    bool list_key(const Key& key);
    bool enter_in_list();
    bool is_tiny() const { return terminal.columns < 20 || terminal.rows < 6; }
    void press_control(char letter, Moment now);
    void interrupt(Moment now);
    void forget_interrupt();
    bool is_busy() const { return turn_since || calls.has_own(); }
    void quit(int with);
    void enter();
    void send_draft();
    void remember_draft();
    void complete(Moment now);
    std::string ask_for_names(bool by_key);
    std::string completed_word() const;
    std::string new_request() { return "s" + std::to_string(++requests); }
    void choose_completion();
    void question_key(const Key& key, Moment now);
    void picker_key(const Key& key, Moment now);
    void act(const Question::Outcome& outcome);
    void edit_draft();
    void open_editor(const std::string& text, bool is_of_question);

    // The parts of the live region from top to bottom. The cursor is in the input.
    struct Parts {
        Lines upper; // calls, messages that wait, the list, the status
        InputRows entered;
        Lines below; // meters
        std::size_t room; // the remaining rows
    };
    Parts parts(Moment now) const;
    Parts tiny_parts(Moment now) const;
    std::string asked_call() const;
    Line status(Moment now) const;
    const Key& default_key(const Key& pressed) const;
    Line writing_line() const;
    SafeText task_words(std::size_t taken) const;
    Lines waiting_rows(std::size_t columns) const;

    Palette colours;
    std::vector<std::pair<Key, Key>> chosen_keys; // and those that do the same by default
    Size terminal;
    Transcript transcript;
    Calls calls;
    Meters meters;
    channel::ChatTasks tasks;
    Notices notice;
    Input input;
    Completion completion;
    std::list<Question> questions;
    std::optional<Picker> picker; // covered by questions
    struct Waiting {
        std::string text;
        bool is_next; // it waits for the end of the turn
    };
    std::vector<Waiting> waiting; // messages that the model has not received yet
    std::vector<std::string> messages;
    std::string notice_bytes;
    bool sets_title = false;
    bool uses_keyboard = false; // the protocol of kitty
    bool is_known_to_reflow = false;
    PictureProtocol pictures = PictureProtocol::none;
    bool is_verbose = false;
    bool redraw = false;
    int status_at_end = 0;
    Owner owned_by = Owner::screen;
    bool edits_question = false;

    bool had_turn = false;
    std::optional<Moment> turn_since;
    std::optional<Moment> own_since; // when a command of the operator began
    std::optional<Moment> thinking_since;
    RetryStatus retry;
    std::optional<channel::ChatWriting> writing; // the arguments of a call
    Moment heard_at {}; // the last event
    std::size_t stopped_calls = 0; // calls that an interruption of this turn has stopped
    bool was_interrupted = false;
    std::optional<Moment> last_interrupt; // a second interrupt soon after it ends the chat
    Moment last_key {-10'000};
    std::uint64_t requests = 0; // counts the requests of this screen
    std::string awaited; // the id of an awaited completion or editor
    std::optional<Moment> names_due; // a completion is requested then
    channel::Complete wanted; // the completion that is awaited, or was opened last
    bool takes_first = false; // Tab was pressed since it was requested
    std::map<std::string, std::string> asked_pastes; // pastes by request id
    bool shows_keys = false; // "?" has opened the list of keys
    bool is_dismissed = false; // Esc has closed the list of the word before the cursor
    std::string hint;
    std::optional<Moment> hint_until;
};

}
