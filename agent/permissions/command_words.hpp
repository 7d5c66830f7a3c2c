#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::permissions {

// Maximum bytes of a line that is parsed as a simple command.
inline constexpr std::size_t max_command = 8 << 10;

// Returns the words that a POSIX shell passes to the program if the line is certainly one simple
// command, otherwise nullopt. Accepts words of ASCII letters, digits and "%+,-./:=@_", separated by
// spaces, and whole words in single or double quotes without characters that are special in them.
// The first word must not be quoted, an assignment, a reserved word, or a builtin that runs
// commands or changes how they run. Refuses everything else, such as operators, newlines, tabs and
// other control characters, expansions, globs, comments, escapes, unquoted characters outside
// ASCII, and words of which only a part is quoted.
std::optional<std::vector<std::string>> words_of_line(std::string_view line);

// Returns true if the words of a call without a shell may be compared by their first words: the
// program is spelled as words_of_line() requires it, and no word has a NUL byte.
bool is_plain_command(const std::vector<std::string>& words);

// The first words of a command, which a rule may allow with any further words.
struct Prefix {
    std::vector<std::string> words;
    std::string script = {}; // word that names a file which must not change; empty if none
};

// Returns the prefix to offer for a command, or nullopt if every prefix would allow other commands
// or code: for shells, programs that start others, interpreters without a script, options, and
// programs with subcommands if none is given. `script` is a program given by its path, or the
// script of an interpreter. Of other programs, only known ones are offered.
std::optional<Prefix> offered_prefix(const std::vector<std::string>& words);

// Returns the reason why a line has no offered prefix, such as "the command has '&&'" or "'env' can
// run other commands".
std::string why_no_prefix(std::string_view line);

// Returns true if a rule for the first `count` words may allow the remaining words. Returns false
// for words that can make a program with subcommands run other code or write a file, such as "make
// test --eval=…", "npm test --node-options=…" and "git log --output=…". For git, these are the
// options that do so; for another program, options before "--" and settings such as "SHELL=x".
bool may_follow(const std::vector<std::string>& words, std::size_t count);

}
