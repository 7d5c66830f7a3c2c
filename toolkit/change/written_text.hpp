#pragma once

#include "toolkit/text/file_form.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::change {

// The content of a request that writes: UTF-8 text that takes the form of the file, or bytes that
// are written unchanged.
struct ContentToWrite {
    std::string_view text;
    bool is_bytes = false; // came in base64
    std::optional<text::WrittenEncoding> encoding = {}; // named by the request

    // False for bytes, and for text whose encoding the request names: its newlines are meant, too.
    bool follows_file() const { return !is_bytes && !encoding; }
};

struct WrittenText {
    std::string bytes;
    std::string kept = {}; // names the form that was applied, and how to avoid it; empty: none
};

// The part of the file that the text becomes.
enum class WrittenPart { whole, end };

// Returns the bytes that go into a file of this form. Throws BAD_REQUEST if the encoding that the
// request names lacks a character of the text.
WrittenText bytes_to_write(
    const ContentToWrite& content, const text::FileForm& form, WrittenPart part);

}
