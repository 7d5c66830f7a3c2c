#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/display/printed.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::display {

using namespace toolkit;

// What is known of a tool to display its calls.
struct ShownTool {
    std::string name = {};
    Json declared = {}; // "display" of its manifest entry; null if it declares nothing
};

// Returns the verb and the subject of a call. For a tool that declares nothing, the verb is its
// name (SERVER__TOOL of an MCP server becomes `SERVER: TOOL`), and the subject is the arguments as
// `name value`. A string as `arguments` is text of the model that is not JSON, and is shown
// unchanged unless it begins with '{'.
channel::Display display_of_call(const ShownTool& tool, const Json& arguments);

// Returns the verb and the subject of a call on one line.
std::string title_of_call(const ShownTool& tool, const Json& arguments);

// Result of a call, for its display.
struct CallEnd {
    std::string content = {}; // result that is sent to the model
    std::string code = {}; // error code; empty if the call succeeded
    std::string diff = {}; // diff of the call's changes, used if the answer contains none
    const LiveTail* printed = nullptr; // output in order of arrival; null if unknown
    std::string shown_diff = {}; // diff that a question has shown, which is not shown again
    std::size_t max_diff_lines = 12;
};

// Adds the facts and lines of the result to the display of a call.
void add_end(
    channel::Display& display, const ShownTool& tool, const Json& arguments, const CallEnd& end);

// Returns the complete output of a call as text: the output of a command, the diff of a change, or
// the content of another answer. An answer without such a part is returned as shown_arguments().
std::string whole_output(const ShownTool& tool, const CallEnd& end);

// Returns the members of an object as lines `name: value`. A value of several lines, an object, or
// a list of these is an indented block below its name. Returns a string as it is, ending with a
// newline, and an empty string for other values.
std::string shown_arguments(const Json& arguments);

// Returns the verb, the subject and the facts of a display on one line.
std::string line_of(const channel::Display& display);

}
