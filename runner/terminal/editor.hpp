#pragma once

#include <functional>
#include <string>

namespace runner::terminal {

// Opens the text in the operator's editor ($VISUAL, otherwise $EDITOR) on the terminal, and returns
// the edited text. The text is passed in a temporary file of mode 0600. `suspend` is called when
// the operator stops the editor (Ctrl-Z), to stop the whole job. Throws a ToolError if no editor is
// set, the editor fails, or the file is not UTF-8 afterwards.
std::string edited(const std::string& text, const std::function<void()>& suspend);

}
