#pragma once

#include "agent/calls/offered_tool.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace agent::loop {

// Notices a model that goes round in circles: the same call again and again, while no other call
// has changed anything in between. Reading once more what has been changed is none.
class Repetition {
public:
    // How often a call may be made.
    explicit Repetition(std::int64_t most);

    enum class Verdict { fine, once_too_often, again_too_often };

    // The model has not heard yet what was refused in this message.
    void begin_message();

    // Counts this call, unless it is one too many. `effect` is that of its tool.
    Verdict judge(const std::string& tool, const std::string& input, calls::Effect effect);

private:
    std::int64_t most;
    std::map<std::string, std::int64_t> counts;
    std::set<std::string> refused; // in earlier messages
    std::set<std::string> refused_now;
};

}
