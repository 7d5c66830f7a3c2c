#pragma once

#include "frontends/screen/draft.hpp"
#include "frontends/screen/input.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>

namespace frontends::screen {

using namespace toolkit;

// A question to the operator. An answer is a line with Enter; its first key counts only 500 ms
// after the question stood there and 500 ms after the last key: who is typing goes on with the
// draft. A paste is no answer, and what was not shown can't be approved.
class Question {
public:
    // `last_key`: when a key came last.
    Question(const Json& ask, Moment last_key, const Palette& palette);

    // What is written into the transcript when the question is put at `now`: its tool, what it can
    // do, its arguments and its dry run; of a long one the first 200 lines.
    Lines put(Moment now, std::size_t columns);

    const std::string& id() const { return ask_id; }
    // May an answer hold for this very call from then on? Not if the operator has begun it.
    bool can_be_repeated() const;

    bool is_put() const { return since.has_value(); }

    // Does a key of this moment belong to the answer? One that does not delays it.
    bool takes_keys(Moment now) const;
    void key_elsewhere(Moment now) { last_key = now; }
    std::optional<Moment> opens_at() const;

    struct Outcome {
        Json answer = {}; // for the engine: an object, or null if there is none yet
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
    void add_effects(Line& heading) const;
    Outcome answered(const std::string& line, std::size_t columns);
    Outcome verdict(const char* word, const Json& more = Json::object());
    Outcome chosen(const std::string& line);
    bool is_approval() const { return kind == "approval"; }
    bool can_be_edited() const;

    const Palette& palette;
    Json ask;
    std::string ask_id;
    std::string kind;
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
