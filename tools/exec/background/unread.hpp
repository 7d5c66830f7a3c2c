#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace exec::background {

// The output of a command that no call has read yet: its last MiB.
class Unread {
public:
    void append(std::string_view bytes);

    // True if this text is in it, or in it without escape sequences (ECMA-48), as of colours. Looks
    // at each byte once for the same text.
    bool has(const std::string& text);

    std::size_t size() const { return kept.size(); }

    struct Text {
        std::string bytes;
        std::int64_t left_out; // bytes before these
        std::int64_t first_line; // of all output, from 1: where the first of both is
    };

    // Takes all of it, but for a character of UTF-8 of which more is to come unless the output has
    // ended.
    Text take(bool has_ended);

private:
    std::string kept;
    std::int64_t left_out = 0;
    std::int64_t lines_before = 0; // ends of lines in what was taken
    std::int64_t lines_left_out = 0;
    enum class Place { text, escape, intermediate, parameters, string, string_escape };
    void append_plain(std::string_view bytes);

    std::string plain; // `kept` without escape sequences
    Place place = Place::text; // at the end of what was appended
    std::size_t searched = 0; // of `kept`, for `sought`
    std::size_t searched_plain = 0;
    std::string sought;
};

}
