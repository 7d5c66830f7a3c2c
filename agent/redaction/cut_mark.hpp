#pragma once

#include <string_view>

namespace agent::redaction {

// A mark that the text before it was cut off: an ellipsis; "[12 bytes, " after a newline, as exec
// writes it; or the end of a string in an answer that says so: "clipped":true, "eof":false,
// "truncated":true. Quotes and newlines may be escaped, as in JSON in JSON.
enum class CutMark { none, whole, open }; // open: the text ends within a mark

CutMark cut_mark_at(std::string_view rest);

}
