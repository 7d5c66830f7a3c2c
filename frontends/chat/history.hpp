#pragma once

#include "agent/redaction/redaction.hpp"

#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// What the operator has said in the chats of one directory, redacted: the last 1,000 lines, none
// twice in a row, none that begins with a space. It is a convenience: a file that can't be read or
// written costs the history and nothing else.
class History {
public:
    // Of this directory, beneath state_folder().
    History(std::string workspace, const redaction::Redaction& redaction)
        : workspace(std::move(workspace))
        , redaction(redaction)
    {
    }

    // The oldest first.
    std::vector<std::string> lines() const;

    void add(const std::string& said) const;

private:
    std::string workspace;
    const redaction::Redaction& redaction;
};

}
