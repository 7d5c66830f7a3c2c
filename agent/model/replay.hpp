#pragma once

#include "agent/model/model.hpp"
#include "agent/model/trace.hpp"
#include "agent/redaction/redaction.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Returns the text of a system message without the block <env>, which differs between machines,
// directories and days: recordings do not have it, and are compared without it.
std::string without_environment(std::string text);

// Answers from a recording (see record.hpp), and checks that it is asked what was asked then:
// - the same messages in the same order, by role; system and user messages with the same text
// - a tool's result by its call's id, and by what it is: an answer, or an error with the same code.
//   Its text may differ, since the tools run for real: times and sizes change.
// A content that begins or ends with "<any>" in the recording fits any beginning or end.
class Replay : public Model {
public:
    // Throws BAD_REQUEST where the file is no recording.
    Replay(const std::string& path, const redaction::Redaction& redaction, Trace& trace);

    // Throws CONFLICT showing the difference, or where the recording has ended.
    Reply ask(const Messages& messages, Listener& listener) override;
    Reply ask_aside(const Messages& messages, Listener& listener) override;
    Reply ask_for_format(const Messages& messages, const Json&, Listener& listener) override
    {
        return ask(messages, listener);
    }

private:
    struct Exchange {
        Json line;
        Reply reply;
    };
    static Exchange read_exchange(const std::string& line);

    std::string name;
    const redaction::Redaction&
        redaction; // recordings are redacted: what is compared has to be too
    Trace& trace; // of what --debug prints
    std::vector<Exchange> exchanges;
    std::size_t next = 0;
    std::size_t seen = 0;
};

}
