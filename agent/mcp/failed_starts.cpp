#include "agent/mcp/failed_starts.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace agent::mcp {

namespace {

constexpr const char* file_name = "failed.json";
constexpr const char* directory_name = "mcp";
constexpr std::size_t max_bytes = 1 << 20;
constexpr std::size_t max_entries = 200;

std::chrono::seconds pause_after(std::int64_t count)
{
    using namespace std::chrono_literals;
    constexpr std::array<std::chrono::seconds, 4> pauses {1min, 5min, 15min, 60min};
    const auto last = static_cast<std::int64_t>(pauses.size()) - 1;
    return pauses.at(static_cast<std::size_t>(std::clamp<std::int64_t>(count - 1, 0, last)));
}

std::int64_t number_in(const Json& entry, const char* name)
{
    const Json& value = json::member(entry, name);
    return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

// Returns {HASH: {"reason", "time", "count"}}.
Json entries_in(const system::PrivateDirectory& directory)
{
    const auto text = directory.read(file_name, max_bytes);
    return json::parse_or(text.value_or(""), Json::object());
}

// Removes the oldest entries until there is room for one more.
void make_room(Json& entries)
{
    while (entries.size() >= max_entries) {
        auto oldest = entries.begin();
        for (auto entry = entries.begin(); entry != entries.end(); ++entry)
            if (number_in(*entry, "time") < number_in(*oldest, "time"))
                oldest = entry;
        entries.erase(oldest);
    }
}

std::int64_t seconds_of(FailedStarts::Clock::time_point time)
{
    return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

}

// Ignores a time in the future: the clock was set back since.
std::optional<FailedStart> FailedStarts::find(const std::string& hash, Clock::time_point now) const
try {
    const auto state = system::PrivateDirectory::find(state_directory);
    if (!state)
        return std::nullopt;
    const auto directory = state.find_in(directory_name);
    if (!directory)
        return std::nullopt;
    const Json entries = entries_in(directory);
    const Json& entry = json::member(entries, hash.c_str());
    const std::chrono::seconds age(seconds_of(now) - number_in(entry, "time"));
    const auto left = pause_after(number_in(entry, "count")) - age;
    if (!entry.is_object() || age.count() < 0 || left.count() <= 0)
        return std::nullopt;
    return FailedStart {text::printable(json::string_member(entry, "reason")), age, left};
} catch (const ToolError&) {
    return std::nullopt;
}

void FailedStarts::add(
    const std::string& hash, const std::string& reason, Clock::time_point now) const
try {
    constexpr std::size_t max_reason = 300;
    if (state_directory.empty())
        return;
    const auto directory = system::PrivateDirectory::make(state_directory).make_in(directory_name);
    const File lock = directory.lock();
    Json entries = entries_in(directory);
    const std::int64_t count = number_in(json::member(entries, hash.c_str()), "count") + 1;
    entries.erase(hash);
    make_room(entries);
    entries[hash] = {{"reason", text::shortened(text::printable(reason), max_reason)},
        {"time", seconds_of(now)}, {"count", count}};
    directory.write(file_name, entries.dump());
} catch (const ToolError&) { // the server may be started
}

void FailedStarts::remove(const std::string& hash) const
try {
    const auto state = system::PrivateDirectory::find(state_directory);
    if (!state)
        return;
    const auto directory = state.find_in(directory_name);
    if (!directory || !entries_in(directory).contains(hash))
        return;
    const File lock = directory.lock();
    Json entries = entries_in(directory);
    entries.erase(hash);
    directory.write(file_name, entries.dump());
} catch (const ToolError&) { // the entry expires
}

}
