#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fs_edit::find {

// Why a text that looks as if it were in a file is not.
struct Cause {
    std::string words;
    std::string hint;
};

// The file is UTF-16; the text has the line numbers of a listing; the file's lines end in CR alone,
// or one goes on where the text has its last newline; its accents or its characters beyond ASCII
// are encoded otherwise. Nothing if it is none of these.
std::optional<Cause> find_cause(std::string_view text, std::string_view wanted);

}
