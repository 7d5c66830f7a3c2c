#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

// A time of the screen's clock, which has an arbitrary start.
using Moment = std::chrono::milliseconds;

struct Key {
    enum Kind {
        typed, // characters other than controls
        paste, // a paste, without controls other than newlines and tabs
        paste_refused, // a paste of more than 16 MiB
        enter,
        line_break, // Ctrl-J, Alt-Enter
        tab,
        back_tab,
        escape,
        backspace,
        erase, // the character after the cursor
        up,
        down,
        page_up,
        page_down,
        left,
        right,
        word_left,
        word_right,
        home,
        end,
        control, // Ctrl and a letter, which is in `text` in lower case
        alt, // Alt and a letter, which is in `text` in lower case
    };

    Kind kind;
    std::string text = {};
    std::size_t dropped = 0; // controls removed from a paste

    bool operator==(const Key&) const = default;
};

inline constexpr std::size_t max_paste = 16 << 20;
inline constexpr std::string_view paste_begins = "\033[200~";
inline constexpr std::string_view paste_ends = "\033[201~";

// True for C0, DEL and C1.
constexpr bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

// Parses the bytes that a terminal sends into keys. A pure function of the reads and their times.
// Unknown sequences are swallowed completely.
//
// A paste is the text that the terminal brackets, with the bytes after the end mark in the same
// read. Since a terminal may not bracket, a read of at least 32 bytes with a newline within it is a
// paste, too, with the bytes that follow immediately.
class KeyParser {
public:
    // Takes the bytes of one read.
    std::vector<Key> feed(std::string_view read, Moment now);

    // Must be called at the deadline, if there is one: an ESC that nothing has followed is a key
    // then, and a paste without brackets is complete.
    std::vector<Key> tick(Moment now);
    std::optional<Moment> deadline() const { return limit; }

    // Discards an incomplete sequence.
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
    void press_code(std::string_view code, std::size_t modifiers);

    std::vector<Key> keys;
    State state = State::ground;
    std::string sequence; // the parameters of a CSI
    std::string character; // the bytes of an incomplete character
    std::size_t mouse_bytes = 0;
    bool has_alt = false; // an ESC came before the sequence

    enum class Paste { none, bracketed, unbracketed };
    Paste pasting = Paste::none;
    std::string pasted;
    std::size_t searched = 0;
    bool is_too_long = false;
    std::optional<Moment> limit;
};

// Returns the key of this name, as configs write it: "ctrl-g", "alt-b", "shift-tab"; nullopt for
// other names.
std::optional<Key> key_named(std::string_view name);

// Returns the paste for a draft: newlines as LF; other controls except tabs are removed and
// counted.
Key cleaned_paste(std::string_view bytes);

}
