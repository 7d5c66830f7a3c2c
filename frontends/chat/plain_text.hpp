#pragma once

#include <string>
#include <string_view>

namespace frontends::chat {

// Text of strangers as the plain front end prints it: without what steers a terminal, and with a
// line that begins as one of agentcli's own moved two columns to the right.
std::string plain_lines(std::string_view text);

// The same of a text that comes in pieces, a block at a time: up to an empty line, or a fenced
// block of code as a whole. A block of more than 16 KiB goes on line by line.
class PlainText {
public:
    std::string add(std::string_view piece);

    // The rest, with an end of its line.
    std::string end();

private:
    std::string pending;
};

}
