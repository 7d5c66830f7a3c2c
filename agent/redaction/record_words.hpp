#pragma once

#include <string_view>

namespace agent::redaction {

// Distinguishes the fields of messages, sessions, recordings, events and answers that programs
// depend on from those that hold free text.

// True if the value of this field is also a record, or a list of records.
bool holds_records(std::string_view field);

// True if this field holds a name: of a tool, a call, a kind of record, or a time.
bool holds_name(std::string_view field);

// True if the text can be a name: letters, digits and a few marks, at most 256 bytes.
bool can_be_name(std::string_view text);

// True for the words that distinguish records: "assistant", "function", "stop".
bool is_word_of_records(std::string_view text);

// True for the code of an error, such as "NO_MATCH".
bool is_error_code(std::string_view text);

}
