#pragma once

#include "frontends/screen/safe_text.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

// The text that the operator writes, in units: grapheme clusters, and large pastes as one unit
// each. The cursor moves by units.
class Draft {
public:
    struct Unit {
        std::string text; // a cluster, or all of a large paste
        bool is_pasted = false;
        bool is_token = false; // a large paste, shown as its size
    };

    // Inserts typed text.
    void insert(std::string_view typed);

    // Inserts a paste; one with more than 10 lines or 1,000 bytes as one token.
    void insert_paste(const std::string& text);

    // Inserts typed text between spaces.
    void insert_word(std::string_view typed);

    // Replaces a paste that is still whole by typed text, between spaces. Returns false if the
    // draft does not contain it.
    bool replace_paste(std::string_view pasted, std::string_view by);

    bool empty() const { return units.empty(); }
    const std::vector<Unit>& all() const { return units; }
    std::size_t cursor() const { return at; }
    std::string text() const; // including the text of tokens

    // Returns only the typed parts, with a space for each pasted one.
    std::string typed_text() const;

    // True if it begins with this text, and the text was typed.
    bool begins_typed(std::string_view prefix) const;

    // Returns the indexes of the @ that were pasted, counted from 0.
    std::vector<std::size_t> pasted_marks() const;

    void clear();
    // Replaces the text as if typed, except for these @. The cursor is at its end.
    void set(std::string_view text, const std::vector<std::size_t>& pasted_marks = {});

    void left();
    void right();
    void word_left();
    void word_right();
    void home(); // to the beginning of the line
    void end();
    bool up(); // moves by a line; false if there is none
    bool down();

    void backspace();
    void erase();
    void kill_to_end();
    void kill_to_home();
    void kill_word_left(); // up to a space
    void kill_word_right();
    void yank();

    // Returns the text before the cursor, including that of tokens.
    std::string text_before_cursor() const;

    // Ends a sequence of kills: a further kill replaces the text to yank.
    void end_kill() { is_killing = false; }

    // Return the typed word that ends at the cursor, or @" and the text after it, and replace it.
    std::string word_before_cursor() const;
    void replace_word(std::string_view by);

private:
    std::size_t pasted_size(std::size_t begin, std::string_view pasted) const;
    void kill(std::size_t begin, std::size_t end, bool is_before);
    std::size_t line_begin() const;
    std::size_t line_end() const;
    std::size_t word_begin() const;
    std::size_t completed_begin() const;

    std::vector<Unit> units;
    std::size_t at = 0;
    std::vector<Unit> killed;
    bool is_killing = false;
};

// Returns a text such as "[pasted 10,000 lines, 512 KB]".
SafeText token_text(const std::string& pasted);

}
