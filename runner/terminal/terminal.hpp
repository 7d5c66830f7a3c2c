#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace runner::terminal {

using namespace toolkit;

// The destination of Output::debug().
struct Debug {
    bool is_on = false;
    std::string file = {}; // the file is appended to; empty: stderr
};

enum class Colour { off, on };

// Returns Colour::off if NO_COLOR is set or TERM is "dumb".
Colour colour_of_terminals();

// Returns true if, according to TERM, the terminal can't erase a line.
bool is_dumb_terminal();

// Returns true if, according to TERM, the terminal has reverse video. Returns false if TERM is not
// set.
bool has_reverse_video();

using text::for_decision;
using text::for_terminal;
using text::json_for_terminal;
using text::TerminalText;

// The terminal from which agentcli was started (/dev/tty), even if stdin and stdout are redirected.
class Terminal {
public:
    // Returns nullopt if there is no terminal.
    static std::optional<Terminal> find();

    // Writes the text. Throws INTERNAL "interrupted", also while the terminal accepts no output.
    void print(std::string_view text, system::Cancel& cancel) const;

    struct Size {
        std::size_t columns;
        std::size_t rows;

        bool operator==(const Size&) const = default;
    };
    // Returns 80 columns and 24 rows if the terminal does not report its size.
    Size size() const;

    // Sets a deadline after which the questions below end as at the end of input.
    void wait_until(system::Watch::Clock::time_point last) { last_moment = last; }

    // Discards earlier input, prints the question, and reads a line without its newline.
    // Returns nullopt at the end of input. Throws INTERNAL "interrupted".
    std::optional<std::string> ask(std::string_view question, system::Cancel& cancel) const;

    // Like ask(), without showing what is typed.
    std::optional<std::string> ask_hidden(std::string_view question, system::Cancel& cancel) const;

    // Like ask_hidden(), but Ctrl-C and Esc end the question alone: no signal is sent. Returns
    // nullopt then, too.
    std::optional<std::string> ask_secret(std::string_view question, system::Cancel& cancel) const;

private:
    // Like ask(), but any of `end_keys` cancels the question as well.
    std::optional<std::string> read_answer(
        std::string_view question, system::Cancel& cancel, std::string_view end_keys) const;

    explicit Terminal(File file)
        : file(std::move(file))
    {
    }

    File file;
    std::optional<system::Watch::Clock::time_point> last_moment = {};
};

}
