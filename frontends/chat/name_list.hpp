#pragma once

#include "frontends/chat/operator_calls.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace frontends::chat {

// The names of the files and directories of the workspace, as the tool of the role `list` walks
// it: 10,000 at most.
class NameList {
public:
    using Time = std::chrono::steady_clock::time_point;

    // `key_waits` tells that the operator has said more: then nobody waits for a new list if there
    // is an old one.
    NameList(OperatorCalls& tools, std::function<bool()> key_waits)
        : tools(tools)
        , key_waits(std::move(key_waits))
    {
    }

    // Taken anew if they are older than 5 s. Throws UNSUPPORTED if no tool has the role, what the
    // tool has to say, and INTERNAL "interrupted".
    const std::vector<std::string>& names();

    // Somebody waits for names() now.
    bool is_taken_now() const { return is_taking; }

private:
    std::vector<std::string> walk();

    OperatorCalls& tools;
    std::function<bool()> key_waits;
    std::vector<std::string> known;
    bool is_known = false;
    bool is_taking = false;
    Time taken {};
};

}
