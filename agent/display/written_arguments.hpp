#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::display {

// Reads the arguments of a call while a model writes them, to find the path they name and the
// number of lines of their strings. Tolerates text that is not JSON.
class WrittenArguments {
public:
    void add(std::string_view piece);

    // Returns the value of "path" or of a similar member ("file_path", "filePath", "file",
    // "filename"). Empty until the value is complete, and if it has 500 bytes or more, or an
    // escape.
    const std::string& path() const { return found; }

    // Returns the number of lines of the value with the most lines so far, including an unfinished
    // one; 0 before the first value.
    std::size_t lines() const;

private:
    void end_text();

    bool is_text = false; // true within quotes
    bool is_escape = false; // true after a backslash
    bool has_escape = false; // true if the current string contains an escape
    bool is_value = false; // true if a colon precedes the current string
    std::string text; // beginning of the current string
    std::string name; // name of the current member
    std::string found;
    std::size_t newlines = 0; // newlines in the current string
    std::size_t most = 0; // maximum number of lines of the strings that have ended
};

}
