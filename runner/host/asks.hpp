#pragma once

#include "runner/host/channel.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace runner::host {

using namespace toolkit;

// What the host is asked and has not answered yet. Each ask ends once: by an answer, or because
// nobody needs it any more.
class Asks {
public:
    enum class Kind { approval, host_tool };

    explicit Asks(Channel& channel)
        : channel(channel)
    {
    }

    // Tells the host, with fields that are redacted already, and returns the id.
    std::string open(Kind kind, const Json& fields);

    // The id of a call in an ask, so that it is the one in the other events of this call.
    Json call_id(const std::string& id) const { return channel.id_in_events(id); }

    // An answer that has come. Throws NOT_FOUND if no such ask is open, and BAD_REQUEST if it is
    // none to this kind of ask.
    void answer(const Json& fields);

    // The answer, once.
    std::optional<Json> take(const std::string& id);

    // Ends it without an answer; `state` says why: "timed-out", "withdrawn". Nothing if it has
    // ended.
    void close(const std::string& id, const char* state);

    // An answer waits to be taken.
    bool has_answers() const { return !answers.empty(); }

private:
    Channel& channel;
    std::size_t count = 0;
    std::map<std::string, Kind> open_asks;
    std::map<std::string, Json> answers;
};

}
