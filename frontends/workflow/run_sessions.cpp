#include "frontends/workflow/run_sessions.hpp"

#include <utility>

namespace frontends::workflow {

// True if `path` is that of the step `outer` or of a step inside it.
static bool is_at(const std::string& path, std::string_view outer)
{
    return path.starts_with(outer)
        && (path.size() == outer.size() || path[outer.size()] == '.' || path[outer.size()] == '[');
}

void RunSessions::add(Said said)
{
    remember(std::move(said));
    entries.back().counts = true;
}

void RunSessions::remember(Said said)
{
    forget(said.path);
    entries.push_back({std::move(said)});
}

bool RunSessions::set(std::string_view path, bool counts)
{
    bool has_changed = false;
    for (auto& entry : entries) {
        if (entry.counts == counts || !is_at(entry.said.path, path))
            continue;
        entry.counts = counts;
        has_changed = true;
    }
    return has_changed;
}

bool RunSessions::keep(std::string_view path) { return set(path, true); }

bool RunSessions::leave_out(std::string_view path) { return set(path, false); }

void RunSessions::erase(std::string_view path)
{
    std::erase_if(entries, [&](const Entry& entry) { return is_at(entry.said.path, path); });
}

std::vector<std::string> RunSessions::erase_left_out(std::string_view path)
{
    std::vector<std::string> gone;
    std::erase_if(entries, [&](const Entry& entry) {
        const bool goes = !entry.counts && is_at(entry.said.path, path);
        if (goes)
            gone.push_back(entry.said.path);
        return goes;
    });
    return gone;
}

void RunSessions::forget(std::string_view path)
{
    std::erase_if(entries, [&](const Entry& entry) { return entry.said.path == path; });
}

Json RunSessions::messages(const std::string& session) const
{
    Json all = Json::array();
    for (const auto& entry : entries) {
        if (!entry.counts || entry.said.session != session)
            continue;
        if (entry.said.replaces)
            all = Json::array();
        for (const auto& message : entry.said.messages)
            all.push_back(message);
    }
    return all;
}

}
