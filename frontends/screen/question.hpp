#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "frontends/screen/draft.hpp"
#include "frontends/screen/input.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"
#include "runner/terminal/verdict.hpp"

#include <optional>
#include <string>
#include <variant>

namespace frontends::screen {

using namespace agent;

// The part of a question that is shown until "v" asks for the rest.
inline constexpr std::size_t max_question_lines = 200;
inline constexpr std::size_t max_question_bytes = 16 << 10;

// Input that comes sooner after a question is not taken for its answer: whoever typed it has not
// read the question.
inline constexpr Moment pause_before_answer {500};

// Returns the arguments that an editor gets: as they were edited last, or as the call has them.
std::string text_to_edit(const channel::ChatApproval& approval);

// Returns a yes with the arguments that an editor has left, or nullopt if `text` is not a JSON
// object.
std::optional<channel::ScreenAnswer> edited_answer(const std::string& id, const std::string& text);
inline constexpr const char* no_object = "that is no JSON object: e edits it again";

// Returns the answer to an approval: a no unless the verdict is yes or always. A reason that is too
// long is cut off.
channel::ScreenAnswer answer_of(const std::string& id, const Verdict& verdict);

// A question to the operator. An answer is a line with Enter; its first key counts only 500 ms
// after the question stood there and 500 ms after the last key: who is typing goes on with the
// draft. A paste is no answer, and what was not shown can't be approved.
class Question {
public:
    // `last_key`: when a key came last.
    Question(const channel::ChatAsk& ask, Moment last_key, const Palette& palette);

    // What is written into the transcript when the question is put at `now`: its tool, what it can
    // do, its arguments and its dry run; of a long one the first 200 lines.
    Lines put(Moment now, std::size_t columns);

    const std::string& id() const { return ask.id; }
    // May an answer hold for this very call from then on? Not if the operator has begun it.
    bool can_be_repeated() const;

    bool is_put() const { return since.has_value(); }

    // Does a key of this moment belong to the answer? One that does not delays it.
    bool takes_keys(Moment now) const;
    void key_elsewhere(Moment now) { last_key = now; }
    std::optional<Moment> opens_at() const;

    struct Outcome {
        std::optional<channel::ScreenAnswer> answer = {}; // for the engine
        std::string to_edit = {}; // the arguments, for the editor
        Lines shown = {}; // for the transcript
    };

    // Of a key that belongs to it.
    Outcome key(const Key& key, Moment now, std::size_t columns);

    // The arguments came back from the editor.
    Outcome edited(const std::string& text);

    // An answer is under way: keys belong to the draft again.
    bool is_answered() const { return has_answer; }

    InputRows rows(std::size_t columns, std::size_t most) const;
    Line help(std::size_t columns) const;

private:
    Lines content(std::size_t columns) const;
    Line heading() const;
    Outcome answered(const std::string& line, std::size_t columns);
    Outcome verdict(channel::ScreenAnswer answer);
    Outcome chosen(const std::string& line);
    // Null for another question.
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
    bool has_begun = false; // the answer
    bool has_answer = false;
    bool is_shown_whole = false;
    std::string hint = {};
};

}
