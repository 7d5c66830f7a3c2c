#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/display/printed.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::display {

using namespace toolkit;

// How the calls of a tool are shown: its name, and its "display" in the manifest, or null.
struct ShownTool {
    std::string name = {};
    Json declared = {};
};

// Returns the verb and the subject of a call. A tool that declares nothing has its name as the
// verb, and its arguments as `name value`; arguments that are not an object are shown as they are.
// One of an MCP server, SERVER__TOOL, is shown as `SERVER: TOOL`.
channel::Display display_of_call(const ShownTool& tool, const Json& arguments);

// Returns the verb and the subject of a call on one line.
std::string title_of_call(const ShownTool& tool, const Json& arguments);

// The end of a call.
struct CallEnd {
    std::string content = {}; // the result that is sent to the model
    std::string code = {}; // of an error; empty otherwise
    std::string diff = {}; // of what the call has changed; empty: that of the answer
    const LiveTail* printed = nullptr; // what it has printed, in order of arrival; null: not known
    std::string shown_diff = {}; // that a question has shown; if it is the same, it is not repeated
    std::size_t max_diff_lines = 12;
};

// Adds the facts and lines of the end to the display of a call.
void add_end(
    channel::Display& display, const ShownTool& tool, const Json& arguments, const CallEnd& end);

// Returns all that a call has printed or answered, as text: the output of a command, the diff of a
// change, the text of other answers.
std::string whole_output(const ShownTool& tool, const CallEnd& end);

// Returns arguments as lines: `name: value`, and a value of several lines as a block below its
// name.
std::string shown_arguments(const Json& arguments);

// Returns a display on one line, without its lines.
std::string line_of(const channel::Display& display);

}
