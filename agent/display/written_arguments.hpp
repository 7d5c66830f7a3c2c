#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::display {

// Follows the arguments of a call while a model writes them: which path they name, and how many
// lines their texts have. They may be any text; what is not JSON is skipped.
class WrittenArguments {
public:
    void add(std::string_view piece);

    // Returns the value of "path", or of another usual name of a path, at most 500 bytes; empty
    // before its end.
    const std::string& path() const { return found; }

    // Returns the number of lines of the longest text so far; 0 before the first.
    std::size_t lines() const;

private:
    void end_text();

    bool is_text = false; // within quotes
    bool is_escape = false;
    bool has_escape = false; // the text
    bool is_value = false; // a colon precedes the text
    std::string text; // its beginning
    std::string name; // of the member
    std::string found;
    std::size_t newlines = 0; // of the text
    std::size_t most = 0; // lines of a text that has ended
};

}
