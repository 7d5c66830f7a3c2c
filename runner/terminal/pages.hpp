#pragma once

#include "runner/terminal/approval_text.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What somebody has to read before they answer.
struct Paged {
    std::string heading; // agentcli's own lines
    std::vector<std::string> rows; // see Rows
    std::string question; // agentcli's own
    bool offers_always = false;
};

// agentcli's own line as the terminal gets it: in reverse video, which text of others can't have, since their escape sequences are written
// out. Unchanged if TERM is not set, or is "dumb".
std::string own_line(std::string_view line);

// Shows the rows, a page at a time, and asks behind each. What has scrolled away unseen has not been shown: anything but a no counts behind
// the last page only. Nothing at the end of input. Throws INTERNAL "interrupted".
std::optional<Verdict> show_and_ask(const Terminal& terminal, const Paged& paged, const Interrupt& interrupt);
