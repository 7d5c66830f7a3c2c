#pragma once

#include <string_view>

namespace toolkit::tool {

// The form of a string: what the schema prints about it, and what is enforced.
struct TextFormat {
    const char* pattern; // of JSON Schema; nullptr: minLength 1, and a text must not be empty
    bool (*fits)(std::string_view text);
    const char* words; // of the error: 'x' must be …
    const char* hint;
};

// Not empty. Whether there is such a path is another question.
extern const TextFormat path_format;

// A SHA-256 in hexadecimal.
extern const TextFormat sha256_format;

// "0644" or "644": permission bits alone.
extern const TextFormat octal_mode_format;

}
