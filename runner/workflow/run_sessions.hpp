#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace runner::workflow {

using namespace toolkit;

// What a step of the kind llm and its model have said in a session of the run: the messages of its
// turn, redacted.
struct Said {
    std::string session = {}; // its name, after the path of the call of its workflow
    std::string path = {}; // of the step
    Json messages = Json::array();
    bool replaces = false; // all that was said before: it was summarized
};

// The sessions of a run. What counts in one is what was said by steps that have ended well, or are
// kept, and by those inside them; in the order in which it was said. The rest is known, since a
// step inside of one that is done again may be kept.
class RunSessions {
public:
    // Counts from then on, in place of what was said at this path before.
    void add(Said said);

    // As the journal of an earlier process has it: it counts if its step is kept.
    void remember(Said said);

    // At this path and below it: it counts, or it does not. Both return whether that is new.
    bool keep(std::string_view path);
    bool leave_out(std::string_view path);

    // Likewise: it is gone, or what does not count is; the paths of the steps that have said that.
    void erase(std::string_view path);
    std::vector<std::string> erase_left_out(std::string_view path);

    // At this path alone.
    void forget(std::string_view path);

    // What counts.
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
