#pragma once

#include <functional>
#include <string>

namespace runner::terminal {

// The text as the operator's editor leaves it: $VISUAL, or $EDITOR, on the terminal, with a file of
// mode 0600 that is removed after. `suspend` stops the job if the operator stops the editor. Throws
// what is wrong: there is no editor, it has failed, or it has left no UTF-8.
std::string edited(const std::string& text, const std::function<void()>& suspend);

}
