#pragma once

#include "frontends/screen/draft.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

// Rows of an input and the cursor in them.
struct InputRows {
    Lines rows;
    std::size_t cursor_row = 0;
    std::size_t cursor_byte = 0;
};

// Returns the rows of a draft after a prompt; at most `most`, those around the cursor.
InputRows rows_of_draft(
    const Draft& draft, const Line& prompt, std::size_t columns, std::size_t most);

// The draft, its history, and a search in the history.
class Input {
public:
    Draft draft;

    // Takes the last change back, or the last word that was typed. Does nothing if there is none.
    void undo();
    void forget_changes() { earlier.clear(); }

    // Inserts typed text between spaces: one change.
    void insert_word(std::string_view typed);

    // Replaces a paste by typed text, if the draft still contains it: one change.
    void replace_paste(std::string_view pasted, std::string_view by);

    // Applies an editing key. Returns false for any other key.
    bool edit(const Key& key);

    void set_history(std::vector<std::string> lines) { history = std::move(lines); }

    // Adds a line to the history, unless it equals the last one or begins with a space.
    void remember(const std::string& text, const std::vector<std::size_t>& pasted_marks = {});

    // Returns which @ of a remembered line were pasted.
    std::vector<std::size_t> pasted_marks_of(const std::string& text) const;

    // Show the next older or newer line; false if there is none.
    bool older();
    bool younger();

    bool is_searching() const { return search.has_value(); }
    void begin_search();
    void search_key(const Key& key); // Esc restores the draft

    // Returns the rows, with `mode` before the prompt.
    InputRows rows(
        std::size_t columns, std::size_t most, const Palette& palette, const Line& mode = {}) const;

private:
    void keep_before(Draft before);
    bool edit_by_letter(const Key& key);
    bool edit_draft(const Key& key);
    void recall(const std::string& text) { draft.set(text, pasted_marks_of(text)); }
    void find(std::size_t from);

    struct Search {
        std::string words;
        Draft before;
        std::size_t at; // index in the history
    };

    std::vector<Draft> earlier; // the latest is last
    Key::Kind last_edit = Key::end;
    std::vector<std::string> history;
    std::map<std::string, std::vector<std::size_t>> pasted; // only for lines with pasted @
    std::optional<std::size_t> place; // index of the line that the draft shows
    Draft unsent; // the draft before the history was shown
    std::optional<Search> search;
};

}
