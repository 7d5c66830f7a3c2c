#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

// Of the screen's clock, which begins anywhere.
using Moment = std::chrono::milliseconds;

struct Key {
    enum Kind {
        typed, // characters without controls
        paste, // controls but newlines and tabs taken out
        paste_refused, // it had more than 16 MiB
        enter,
        line_break, // Ctrl-J, Alt-Enter
        tab,
        back_tab,
        escape,
        backspace,
        erase, // the character after the cursor
        up,
        down,
        left,
        right,
        word_left,
        word_right,
        home,
        end,
        control, // with a letter: `text` is that in lower case
        alt, // the same
    };

    Kind kind;
    std::string text = {};
    std::size_t dropped = 0; // controls of a paste

    bool operator==(const Key&) const = default;
};

inline constexpr std::size_t max_paste = 16 << 20;
inline constexpr std::string_view paste_begins = "\033[200~";
inline constexpr std::string_view paste_ends = "\033[201~";

// C0, DEL and C1.
constexpr bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

// Keys of the bytes that a terminal sends. A pure function of the reads and their moments. What is
// not known is swallowed whole. Pasted is what the terminal brackets, and what follows the end mark
// in the same read; and, since a terminal may not bracket, a read of at least 32 bytes with a line
// break within, and what follows it at once.
class KeyParser {
public:
    // Each call is one read.
    std::vector<Key> feed(std::string_view read, Moment now);

    // To be called at the deadline, if there is one: an ESC that nothing has followed is a key, and
    // a paste without brackets is whole.
    std::vector<Key> tick(Moment now);
    std::optional<Moment> deadline() const { return limit; }

    // Forgets what has begun.
    void reset() { *this = {}; }

private:
    enum class State { ground, escape, csi, console, mouse, single_shift, string, string_escape };

    bool is_unbracketed_paste(std::string_view read) const;
    void take_paste(std::string_view read, Moment now);
    void add_to_paste(std::string_view bytes);
    void end_paste();
    void take_byte(char byte);
    void take_ground(char byte);
    void take_escape(char byte);
    void take_csi(char byte);
    void take_text(char byte);
    void press(Key::Kind kind, std::string text = {})
    {
        keys.push_back({kind, std::move(text), 0});
    }
    void press_sequence(char last);

    std::vector<Key> keys;
    State state = State::ground;
    std::string sequence; // parameters of a CSI
    std::string character; // begun
    std::size_t mouse_bytes = 0;
    bool has_alt = false; // an ESC stands before the sequence

    enum class Paste { none, bracketed, unbracketed };
    Paste pasting = Paste::none;
    std::string pasted;
    std::size_t searched = 0;
    bool is_too_long = false;
    std::optional<Moment> limit;
};

// What a draft gets of a paste: newlines as LF, other controls but tabs dropped and counted.
Key cleaned_paste(std::string_view bytes);

}
