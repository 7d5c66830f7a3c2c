#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

// The events of a run: whole lines of a file, to which lines are added at the end alone. If the
// disk takes no more, what is added is kept in memory: nothing but the end of the run is added
// then.
class EventLog {
public:
    // With the whole lines that are there; the beginning of another one is cut off if `is_written`.
    EventLog(File opened, bool is_written);

    // Returns whether it lasts.
    bool add(std::string_view lines);

    // Tries again to write what is kept in memory. Returns whether everything lasts.
    bool keep();

    std::uint64_t size() const { return file_size + unwritten.size(); }

    // Up to `most` bytes from `offset`, fewer only at the end.
    std::string read(std::uint64_t offset, std::size_t most) const;

    // The last line; empty if there is none.
    std::string last_line() const;

    // No line will follow.
    bool is_complete = false;

private:
    File file;
    std::uint64_t file_size = 0;
    std::string unwritten;
};

}
