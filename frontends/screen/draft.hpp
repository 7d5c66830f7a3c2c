#pragma once

#include "frontends/screen/safe_text.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

// What the operator writes: grapheme clusters, and large pastes as one unit each. The cursor moves
// by units.
class Draft {
public:
    struct Unit {
        std::string text; // a cluster, or all of a large paste
        bool is_pasted = false;
        bool is_token = false; // a large paste, shown as its size
    };

    // As typed.
    void insert(std::string_view typed);

    // Over 10 lines or 1,000 bytes it is one token.
    void insert_paste(const std::string& text);

    bool empty() const { return units.empty(); }
    const std::vector<Unit>& all() const { return units; }
    std::size_t cursor() const { return at; }
    std::string text() const; // with that of the tokens

    // The typed parts alone: a space stands for each pasted one.
    std::string typed_text() const;

    // Does it begin with this, typed?
    bool begins_typed(std::string_view prefix) const;

    // Which of the @ in it were pasted: counted from 0.
    std::vector<std::size_t> pasted_marks() const;

    void clear();
    // As typed, but for these @; the cursor is at its end.
    void set(std::string_view text, const std::vector<std::size_t>& pasted_marks = {});

    void left();
    void right();
    void word_left();
    void word_right();
    void home(); // of the line
    void end();
    bool up(); // a line; false if there is none
    bool down();

    void backspace();
    void erase();
    void kill_to_end();
    void kill_to_home();
    void kill_word_left(); // up to a space
    void kill_word_right();
    void yank();

    // The next key is none that kills: what it kills is no part of what was killed before.
    void end_kill() { is_killing = false; }

    // The typed word that ends at the cursor, or @" and what follows it, and replacing it.
    std::string word_before_cursor() const;
    void replace_word(std::string_view by);

private:
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

// "[pasted 10,000 lines, 512 KB]"
SafeText token_text(const std::string& pasted);

}
