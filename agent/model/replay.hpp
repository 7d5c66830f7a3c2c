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
// directories and days. Recordings do not contain it, and are compared without it.
std::string without_environment(std::string text);

// Replies from a recording (see record.hpp), and checks that the messages fit the recorded ones:
// - They have the same order and roles; system and user messages have the same text.
// - The result of a tool has the id of the same call and the same kind: an answer, or an error with
//   the same code. Its text may differ, since the tools run for real: times and sizes change.
// A recorded content that begins or ends with "<any>" matches any beginning or end.
class Replay : public Model {
public:
    // Reads the recording. Throws BAD_REQUEST if the file can't be read or is not a recording.
    Replay(const std::string& path, const redaction::Redaction& redaction, Trace& trace);

    // Throws CONFLICT if the messages do not fit, with the difference, or if the recording has
    // ended.
    Reply ask(const Messages& messages, ReplyListener& listener) override;
    Reply ask_separately(const Messages& messages, ReplyListener& listener) override;
    Reply ask_for_format(const Messages& messages, const Json&, ReplyListener& listener) override
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
    // Recordings are redacted, so messages have to be redacted before they are compared.
    const redaction::Redaction& redaction;
    Trace& trace; // receives what --debug prints
    std::vector<Exchange> exchanges;
    std::size_t next = 0;
    std::size_t seen = 0;
};

}
