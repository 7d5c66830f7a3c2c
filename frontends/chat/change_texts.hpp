#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/chat/changes.hpp"
#include "runner/start/undo_table.hpp"
#include "toolkit/json/json.hpp"

#include <ctime>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Formats what turns have changed, for /diff and /undo. Does no input or output.

inline constexpr const char* unrecorded_words = " (changed files that were not recorded)";

// Returns "a, b and c".
std::string joined(const std::vector<std::string>& texts);

// Returns a local time in milliseconds since 1970 as "09:12", "yesterday 18:40" or "Nov 23 11:05";
// empty for 0. `now` is in seconds.
std::string short_time(std::int64_t time, std::time_t now);

// Returns "undo turn 3 · 09:12 "why does it fail?"".
std::string undo_title(const Changes::Chosen& chosen);

// Returns "the last turn that changed files".
std::string words_about(const Changes::Chosen& chosen);

// Returns the plans of a row in the order in which Left and Right go through them.
std::vector<std::string> plans_in_order(const start::UndoRow& row);

// Returns the row of a list. `causes` are the commands that have made steps.
channel::PickRow pick_row(
    const start::UndoRow& row, const std::map<std::uint64_t, std::string>& causes);

// Returns the heading of a turn and, for each file, a heading and the diff. `answer` is that of the
// tool that undoes changes, to `show`.
std::string turn_text(const TurnChanges& turn, const Json& answer);

// Returns the command of a call that runs a program, on one line.
std::string command_text(const Json& arguments);

}
