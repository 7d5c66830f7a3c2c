#include "agent/calls/file_record.hpp"

#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace agent::calls {

// Limit of the record, because it is sent with each request of a tool that tracks files.
static constexpr std::size_t max_bytes = 256 << 10;

static constexpr std::string_view field = ",\"seen\":";

static std::size_t size_of(const std::pair<std::string, std::string>& key)
{
    constexpr std::size_t around = 72; // bytes of the hash, quotes, colon and comma
    return key.second.size() + around;
}

void FileRecord::put(const std::string& workspace, Json& request) const
{
    Json seen = Json::object();
    for (const auto& [key, known] : files)
        if (key.first == workspace)
            seen[key.second] = known.sha256;
    request["seen"] = std::move(seen);
    request["refuseUnread"] = unread == Unread::refused;
}

void FileRecord::forget_oldest()
{
    const auto oldest = std::min_element(files.begin(), files.end(),
        [](const auto& one, const auto& other) { return one.second.number < other.second.number; });
    bytes -= size_of(oldest->first);
    files.erase(oldest);
}

void FileRecord::note(const Key& key, const Json& hash)
{
    noted[key.first][key.second] = hash.is_string() ? hash : Json();
    if (const auto found = files.find(key); found != files.end()) {
        bytes -= size_of(key);
        files.erase(found);
    }
    if (!hash.is_string())
        return;
    files[key] = {hash.get<std::string>(), ++last_number};
    bytes += size_of(key);
    while (bytes > max_bytes)
        forget_oldest();
}

Json FileRecord::take_noted() { return std::exchange(noted, Json::object()); }

void FileRecord::begin_with(const std::vector<Json>& before)
{
    files.clear();
    bytes = 0;
    for (const Json& one : before)
        for (const auto& [workspace, paths] : one.items())
            if (paths.is_object())
                for (const auto& [path, hash] : paths.items())
                    note({workspace, path}, hash);
    noted = Json::object();
}

void FileRecord::note_all()
{
    for (const auto& [key, known] : files)
        noted[key.first][key.second] = known.sha256;
}

// The last occurrence of the text is the field, because quotes in strings are escaped.
void FileRecord::take(const std::string& workspace, std::string& line)
try {
    const std::size_t begin = line.rfind(field);
    const std::size_t end = line.rfind('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return;
    const std::size_t value = begin + field.size();
    const Json noted = json::parse_bounded(std::string_view(line).substr(value, end - value));
    if (!noted.is_object())
        return;
    for (const auto& [path, hash] : noted.items())
        note({workspace, path}, hash);
    line.erase(begin, end - begin);
} catch (const ToolError&) { // not the output of a tool of the suite
}

}
