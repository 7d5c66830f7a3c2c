#pragma once

#include <string_view>

namespace agent::redaction {

// The fields of messages, sessions, recordings, events and answers that programs go by, as against
// those that hold what somebody has said.

// Is what this field has a record too, or a list of them?
bool holds_records(std::string_view field);

// Does this field name something: a tool, a call, a kind of record, a time?
bool holds_name(std::string_view field);

// Is it what a name can be: letters, digits and a few marks, at most 256 bytes?
bool can_be_name(std::string_view text);

// Is it one of the words that such records are told apart by: "assistant", "function", "stop"?
bool is_word_of_records(std::string_view text);

// Is it the code of an error: "NO_MATCH"?
bool is_error_code(std::string_view text);

}
