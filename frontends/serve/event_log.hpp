#pragma once

#include "frontends/serve/event_source.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

// The events of a run: complete lines of a file, to which lines are only appended. If the disk is
// full, lines are kept in memory; only the end of the run is added then.
class EventLog : public EventSource {
public:
    // Opens a log with its complete lines. Removes an incomplete last line if `is_written`.
    EventLog(File opened, bool is_written);

    // Appends lines. Returns whether they are on the disk.
    bool add(std::string_view lines);

    // Tries again to write the lines in memory. Returns whether all lines are on the disk.
    bool keep();

    std::uint64_t size() const { return file_size + unwritten.size(); }

    // Returns up to `most` bytes from `offset` on, fewer only at the end.
    std::string read(std::uint64_t offset, std::size_t most) const;

    // Returns the last line; empty if there is none.
    std::string last_line() const;

    std::optional<std::string> read_at(StreamPosition& place) const override;
    bool has_more(const StreamPosition& place) const override { return place.position < size(); }
    bool is_over(const StreamPosition& place) const override
    {
        return is_complete && !has_more(place);
    }
    std::string comment(const StreamPosition& /*place*/) const override { return ":\n\n"; }

    // True if no line will follow.
    bool is_complete = false;

private:
    File file;
    std::uint64_t file_size = 0;
    std::string unwritten;
};

}
