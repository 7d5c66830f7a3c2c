#pragma once

#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/verdict.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::terminal {

using namespace toolkit;

// What somebody has to read before they answer.
struct Paged {
    std::string heading; // agentcli's own lines
    std::function<std::vector<std::string>(std::size_t columns)> rows; // see Rows
    std::string question; // agentcli's own
    bool offers_always = false;
};

// agentcli's own line as the terminal gets it: in reverse video, which text of others can't have,
// since their escape sequences are written out. Unchanged if TERM is not set, or is "dumb".
std::string own_line(std::string_view line);

// Shows the rows, a page at a time, and asks after each. What has scrolled away unseen has not
// been shown: anything but a no counts after the last page only. If the terminal's size has
// changed meanwhile, all is laid out anew and shown from the first row: an answer counts only if
// all pages had the size that the terminal still has. A terminal that is too small for a page shows
// none, and gets a question to enlarge it. Nothing at the end of input. Throws INTERNAL
// "interrupted".
std::optional<Verdict> show_and_ask(
    const Terminal& terminal, const Paged& paged, system::Cancel& cancel);

}
