#pragma once

#include <string>
#include <string_view>

namespace frontends::chat {

// Returns untrusted text as the plain front end prints it: without control sequences, and with each
// line that begins like a line of agentcli indented by two columns.
std::string plain_lines(std::string_view text);

// plain_lines() for a text that arrives in pieces. Returns a block at a time: a paragraph up to an
// empty line, or a fenced code block. A block of more than 16 KiB is continued line by line.
class PlainText {
public:
    std::string add(std::string_view piece);

    // Returns the rest, with a newline at its end.
    std::string end();

private:
    std::string pending;
};

}
