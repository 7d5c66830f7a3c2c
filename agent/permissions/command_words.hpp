#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::permissions {

// The longest line that is read as a simple command, in bytes.
inline constexpr std::size_t max_command = 8 << 10;

// Returns the words that a POSIX shell passes to the program if the line is one simple command; any
// line that is not plainly one yields nullopt. Accepted are words of ASCII letters, digits and
// "%+,-./:=@_", and whole words in single or double quotes without a character that has a meaning
// in them, separated by spaces. The first word is unquoted and is not an assignment, a reserved
// word or a builtin that runs commands or changes how they run. Refused are among others operators,
// newlines, tabs and other controls, expansions, globs, comments, escapes, characters outside ASCII
// without quotes, and words of which only a part is in quotes.
std::optional<std::vector<std::string>> words_of_line(std::string_view line);

// Returns true if the words of a call without a shell may be compared by their first words: the
// program is spelled as words_of_line() requires it, and no word has a NUL byte.
bool is_plain_command(const std::vector<std::string>& words);

// The first words of a command, which a rule may allow with any further words.
struct Prefix {
    std::vector<std::string> words;
    std::string script = {}; // the file among them on whose content it depends; empty: none
};

// Returns the prefix that is offered for a command, or nullopt if each one would allow other
// commands or code: shells, programs that start others, interpreters without a script, options, and
// programs with subcommands without one. A program given by its path, and the script of an
// interpreter, are such a file; of others, only known programs are offered.
std::optional<Prefix> offered_prefix(const std::vector<std::string>& words);

// Returns true if a rule for the first `count` words may allow the others. False for words by which
// a program with subcommands can be made to run other code or to write a file, such as "make test
// --eval=…", "npm test --node-options=…" and "git log --output=…": options of git that do so; of
// another program, options before "--" and settings such as "SHELL=x".
bool may_follow(const std::vector<std::string>& words, std::size_t count);

}
