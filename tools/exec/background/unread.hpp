#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace exec::background {

// The output of a command that no call has read yet, limited to its last MiB.
class Unread {
public:
    // Appends output, and drops the oldest bytes if there are too many.
    void append(std::string_view bytes);

    // Returns true if the output contains `text`, as it is or without escape sequences (ECMA-48),
    // such as colours. Repeated calls with the same `text` search only the new bytes.
    bool has(const std::string& text);

    std::size_t size() const { return kept.size(); }

    struct Text {
        std::string bytes;
        std::int64_t left_out; // number of bytes dropped before `bytes`
        // number of the line in the whole output, from 1, in which the dropped bytes start, or
        // `bytes` if none were dropped
        std::int64_t first_line;
    };

    // Returns and removes the output. Unless the command has ended, an incomplete UTF-8 character
    // at the end is kept for the next call.
    Text take(bool has_ended);

private:
    std::string kept;
    std::int64_t left_out = 0;
    std::int64_t lines_before = 0; // newlines in the output taken so far
    std::int64_t lines_left_out = 0;
    enum class Place { text, escape, intermediate, parameters, string, string_escape };
    void append_plain(std::string_view bytes);

    std::string plain; // `kept` without escape sequences
    Place place = Place::text; // state of the parser after the last byte
    std::size_t searched = 0; // number of bytes of `kept` that were searched for `sought`
    std::size_t searched_plain = 0;
    std::string sought;
};

}
