#pragma once

#include <string>

namespace runner::terminal {

// Starts the operator's browser with a URL: $BROWSER, otherwise xdg-open, without a shell. Does not
// wait for it. Throws UNSUPPORTED if no browser can be shown here: BROWSER is not set, and there is
// no display, or the session is one over SSH; IO_ERROR if the program can't be started.
void open_in_browser(const std::string& url);

}
