#pragma once

#include <string>
#include <string_view>

namespace frontends::chat {

// Returns foreign text for the plain front end: control sequences are made visible, and a line that
// begins like one of agentcli's own is moved two columns to the right.
std::string plain_lines(std::string_view text);

// Converts foreign text that arrives in pieces, a block at a time: up to an empty line, or a whole
// fenced code block. A block of more than 16 KiB is returned line by line.
class PlainText {
public:
    std::string add(std::string_view piece);

    // Returns the remaining text, terminated by a newline.
    std::string end();

private:
    std::string pending;
};

}
