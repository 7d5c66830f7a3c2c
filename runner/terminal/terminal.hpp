#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace runner::terminal {

using namespace toolkit;

enum class Colour { off, on };

// Off where NO_COLOR is set, or TERM is "dumb".
Colour colour_of_terminals();

// By TERM: one whose lines can't be taken back.
bool is_dumb_terminal();

// By TERM: nothing is known of one without a name.
bool has_reverse_video();

// Text of strangers as a terminal may get it: control characters but line breaks and tabs, and
// characters that turn the direction of writing, are written as \u{1b}.
std::string for_terminal(std::string_view text);

// For a line that somebody decides by: as for_terminal(), and also written out are line breaks,
// characters without a width or that look like a blank, overlays, and letters of one alphabet that
// stand in a word of another: "\u{441}onfig". A "\u{" of the text itself becomes "\u{5c}u{". So is
// a blank or tab that ends a line of more than itself.
std::string for_decision(std::string_view line);

// The same of JSON, which stays that: as \u009b.
std::string json_for_terminal(std::string_view json);

// The same for a text that comes in pieces: a character that a piece ends within waits for the next
// one.
class TerminalText {
public:
    std::string add(std::string_view piece);

private:
    std::string begun; // character
};

// The terminal that agentcli was started from, whatever stdin and stdout are.
class Terminal {
public:
    // Nothing where there is none.
    static std::optional<Terminal> find();

    // Throws INTERNAL "interrupted", also while the terminal takes nothing.
    void print(std::string_view text, system::Cancel& cancel) const;

    struct Size {
        std::size_t columns;
        std::size_t rows;

        bool operator==(const Size&) const = default;
    };
    // 80 columns and 24 rows if it does not say; at least 20 and 8.
    Size size() const;

    // Prints the question, and reads a line without its end; what was typed before is thrown away.
    // Nothing at the end of input. Throws INTERNAL "interrupted".
    std::optional<std::string> ask(std::string_view question, system::Cancel& cancel) const;

private:
    explicit Terminal(File file)
        : file(std::move(file))
    {
    }

    File file;
};

}
