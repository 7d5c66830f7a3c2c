#include "toolkit/workspace/seen_files.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <utility>

namespace toolkit::workspace {

// Larger files are not hashed, since that takes too long.
static constexpr std::int64_t max_hashed_bytes = 64 << 20;

static std::string hash_of(const File& file, const std::string& path)
{
    if (system::status_of(file, path).st_size > max_hashed_bytes)
        return {};
    try {
        return system::sha256(file, path, {max_hashed_bytes, "hash", ""});
    } catch (const ToolError& error) { // the file grows meanwhile
        if (error.code != Code::too_large)
            throw;
        return {};
    }
}

void SeenFiles::has_read(const std::string& path, const File& file)
{
    now[path] = hash_of(file, path);
}

void SeenFiles::has_written(const std::string& path, std::string sha256)
{
    now[path] = std::move(sha256);
}

void SeenFiles::has_edited(
    const std::string& path, const File& old_content, const std::string& sha256)
{
    const auto found = before.find(path);
    if (found != before.end() && !found->second.empty()
        && found->second == hash_of(old_content, path))
        now[path] = sha256;
}

static bool is_at_or_beneath(const std::string& path, const std::string& directory)
{
    return path == directory || text::is_beneath(path, directory);
}

void SeenFiles::has_removed(const std::string& path)
{
    for (const auto& [seen, hash] : before)
        if (is_at_or_beneath(seen, path))
            now[seen] = std::nullopt;
}

void SeenFiles::has_moved(const std::string& from, const std::string& to)
{
    has_removed(to);
    for (const auto& [seen, hash] : before)
        if (is_at_or_beneath(seen, from)) {
            now[seen] = std::nullopt;
            now[to + seen.substr(from.size())] = hash;
        }
}

// Used in place of a hash.
static constexpr std::string_view unread = "unread";

static std::optional<std::string> short_text_of(const File& file, const std::string& path)
{
    constexpr std::size_t most = 2000;
    std::string content = system::read_range(file, path, 0, most + 1);
    if (content.size() > most || !text::is_utf8(content) || content.find('\0') != std::string::npos)
        return std::nullopt;
    return content;
}

void SeenFiles::refuse(const std::string& path, const File& file, const std::string& why,
    const std::string& hint_if_long)
{
    shown = short_text_of(file, path);
    if (shown)
        now[path] = system::sha256(*shown);
    throw ToolError(Code::conflict, text::in_quotes(path) + why + "; nothing was changed",
        shown
            ? "'content' is what it has now: decide what of it to keep, then send the request again"
            : hint_if_long);
}

void SeenFiles::refuse_changed(const std::string& path, const File& file)
{
    const auto found = before.find(path);
    if (found == before.end() || found->second.empty() || found->second == unread
        || found->second == hash_of(file, path))
        return;
    refuse(path, file, " has been changed since you read it",
        "read it again, then decide what of it to keep");
}

void SeenFiles::refuse_unread(const std::string& path, const File& file, bool insists)
{
    if (!refuses_unread || system::status_of(file, path).st_size == 0)
        return;
    const auto found = before.find(path);
    const bool was_refused = found != before.end() && found->second == unread;
    if (found != before.end() && (!was_refused || insists))
        return;
    now[path] = unread;
    refuse(path, file, " exists, and you have not read it",
        "read it first, or send the same request with \"overwrite\": true to replace all of it");
}

void SeenFiles::refuse_changed_at(const Workspace& workspace, const std::string& path)
{
    for (const auto& [seen, hash] : before) {
        if (!is_at_or_beneath(seen, path))
            continue;
        File file;
        try {
            file = workspace.open_resolved(seen, O_RDONLY | O_NOFOLLOW);
        } catch (const ToolError&) {
            continue;
        }
        if (S_ISREG(system::status_of(file, seen).st_mode))
            refuse_changed(seen, file);
    }
}

SeenFiles* seen_files_of_call()
{
    auto& seen = notes_of_call().seen;
    return seen ? &*seen : nullptr;
}

}
