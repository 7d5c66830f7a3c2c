#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "frontends/screen/draft.hpp"
#include "frontends/screen/input.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"
#include "frontends/screen/picker.hpp"
#include "runner/terminal/verdict.hpp"

#include <optional>
#include <string>
#include <variant>

namespace frontends::screen {

using namespace agent;

// The part of a question that is shown until "v" asks for the rest.
inline constexpr std::size_t max_question_lines = 200;
inline constexpr std::size_t max_message_lines = 20; // if it is about a message to the model
inline constexpr std::size_t max_question_bytes = 16 << 10;

// Input that arrives sooner after a question does not count as its answer: it was typed before the
// question was read.
inline constexpr Moment pause_before_answer {500};

// Returns the arguments for an editor: as they were last edited, or those of the call.
std::string text_to_edit(const channel::ChatApproval& approval);

// Returns an approval with the arguments from an editor, or nullopt if `text` is not a JSON object.
std::optional<channel::Answer> edited_answer(const std::string& id, const std::string& text);
inline constexpr const char* no_object = "that is no JSON object: e edits it again";

// Returns the answer to an approval question: a refusal unless the verdict is yes or always. A
// reason that is too long is cut off.
channel::Answer answer_of(const std::string& id, const Verdict& verdict);

// A question to the operator. An answer is a line with Enter. Its first key counts only 500 ms
// after the question was shown and 500 ms after the last key: an operator who is typing continues
// with the draft. A paste is not an answer, and a call that was not shown completely can't be
// approved.
class Question {
public:
    // `last_key` is the time of the last key.
    Question(const channel::ChatAsk& ask, Moment last_key, const Palette& palette);

    // Returns the lines for the transcript when the question is shown at `now`: its heading, its
    // one presentation and its effects; at most the first max_question_lines or, for a message,
    // max_message_lines.
    Lines put(Moment now, std::size_t columns);

    const std::string& id() const { return ask.id; }
    // Returns the id of the call that it is about; empty for another question.
    std::string call() const;
    // True if an answer may apply to this exact call from then on. False if the operator has begun
    // it.
    bool can_be_repeated() const;

    bool is_put() const { return since.has_value(); }

    // True if a key at this time belongs to the answer. Any other key delays the answer.
    bool takes_keys(Moment now) const;
    void key_elsewhere(Moment now) { last_key = now; }
    std::optional<Moment> opens_at() const;

    struct Outcome {
        std::optional<channel::Answer> answer = {}; // sent to the engine
        std::string to_edit = {}; // the arguments, for the editor
        Lines shown = {}; // added to the transcript
        std::optional<channel::ScreenMessage> also = {}; // sent to the engine before the answer
    };

    // Applies a key that belongs to the answer.
    Outcome key(const Key& key, Moment now, std::size_t columns);

    // Dismisses a question, and returns the answer for it; nullopt for an approval.
    std::optional<channel::Answer> dismissed();

    // Takes the arguments from the editor.
    Outcome edited(const std::string& text);

    // True if the typed line must not be shown, and is only for the server that asks.
    bool is_secret() const;

    // True if the list of "always" is open, which takes Esc.
    bool has_list() const { return list.has_value(); }

    // True if an answer was sent: keys belong to the draft again.
    bool is_answered() const { return has_answer; }

    // Returns the words of the answer for the transcript: "no: use spaces". Empty before it.
    const std::string& said() const { return words_of_answer; }

    InputRows rows(std::size_t columns, std::size_t most) const;

    // Returns the rows above the input, at most `room`: the keys, or the list of "always".
    Lines help(std::size_t columns, std::size_t most, std::size_t room) const;

private:
    Lines content(std::size_t columns) const;
    Lines whole(std::size_t columns) const;
    Line keys(std::size_t columns) const;
    Outcome answered(const std::string& line, Moment now, std::size_t columns);
    Outcome list_key(const Key& key, Moment now);
    Outcome verdict(channel::Answer answer, const std::string& words);
    Outcome chosen(const std::string& line, std::size_t columns);
    // Returns nullptr for another kind of question.
    const channel::ChatApproval* approval() const
    {
        return std::get_if<channel::ChatApproval>(&ask.about);
    }
    bool can_be_edited() const;

    const Palette& palette;
    channel::ChatAsk ask;
    std::optional<Moment> since;
    Moment last_key;
    std::optional<Moment> last_paste;
    Input input;
    bool has_begun = false; // the answer has been started
    bool has_answer = false;
    bool is_shown_whole = false;
    std::optional<Picker> list = {}; // the open list of "always"
    std::string words_of_answer = {};
    std::string hint = {};
};

}
