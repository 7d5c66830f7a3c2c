#pragma once

#include <string>

namespace runner::terminal {

// Starts the operator's browser with a URL, without a shell: $BROWSER, whose words are separated by
// whitespace and where %s is replaced by the URL, otherwise xdg-open. Does not wait for it, and the
// browser outlives agentcli. Throws UNSUPPORTED if no browser can be shown here (BROWSER is not
// set, and there is no display or the session is over SSH); IO_ERROR if the program can't be
// started.
void open_in_browser(const std::string& url);

}
