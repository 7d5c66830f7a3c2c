#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace frontends::workflow {

using namespace toolkit;

// The redacted messages that one turn of an llm step has added to a session of the run.
struct Said {
    std::string session = {}; // its name, with the path of the call of its workflow as a prefix
    std::string path = {}; // path of the step
    Json messages = Json::array();
    bool replaces = false; // replaces all earlier messages: they were summarized
};

// The sessions of a run. The messages that count in a session are those of steps that have ended
// well or are kept, and of the steps inside them, in the order in which they were said. Other
// messages are stored as well, since a step inside one that runs again may be kept.
class RunSessions {
public:
    // Adds messages that count at once. They replace those that were said at this path before.
    void add(Said said);

    // Adds messages from the journal of an earlier process: they count once their step is kept.
    void remember(Said said);

    // Make the messages of this path and of those below it count, or not count. Return true if that
    // changes anything.
    bool keep(std::string_view path);
    bool leave_out(std::string_view path);

    // Remove the messages of this path and of those below it: all, or those that do not count, with
    // the paths of their steps as the result.
    void erase(std::string_view path);
    std::vector<std::string> erase_left_out(std::string_view path);

    // Removes the messages of this path alone.
    void forget(std::string_view path);

    // Returns the messages of a session that count.
    Json messages(const std::string& session) const;

private:
    struct Entry {
        Said said;
        bool counts = false;
    };
    bool set(std::string_view path, bool counts);

    std::vector<Entry> entries;
};

}
