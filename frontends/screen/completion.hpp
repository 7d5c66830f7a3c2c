#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "frontends/screen/list_rows.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace agent;

// The list of what completes the word before the cursor.
class Completion {
public:
    // Opens the list, or closes it if it is empty. `letters` are those that it completes.
    void open(
        const channel::Completions& list, channel::Completed wanted, const std::string& letters);
    void close() { *this = {}; }
    bool is_open() const { return !items.empty(); }
    std::size_t size() const { return items.size(); }

    void move(std::ptrdiff_t by, bool wraps);
    const channel::CompletedCommand& chosen() const { return items[at]; }

    // Returns true if Enter takes the chosen row: the operator has moved to it, or `word`, the one
    // that is completed, is not complete by itself. Never for a command of a shell.
    bool takes_enter(const std::string& word) const;
    // Returns true if Enter on the chosen row also sends the line.
    bool sends() const;

    // Returns the longest text with which all items begin.
    std::string common_beginning() const;

    // Returns at most `most` rows and the line of the keys; at most `room` lines.
    Lines lines(
        std::size_t columns, std::size_t most, std::size_t room, const Palette& palette) const;

private:
    SafeText keys(std::size_t columns) const;

    std::vector<channel::CompletedCommand> items; // a path has no summary
    std::vector<ListRow> rows; // rows of `items`
    channel::Completed kind {};
    std::string typed;
    std::int64_t total = 0;
    std::string note;
    std::size_t at = 0;
    bool has_moved = false;
};

}
