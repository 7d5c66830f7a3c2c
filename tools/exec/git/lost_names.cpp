#include "lost_names.hpp"

#include "toolkit/text/text.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace exec::git {

using Refs = std::map<std::string, std::string>;

static bool is_own(std::string_view path)
{
    return path.starts_with("refs/agentcli/") || path.starts_with("logs/refs/agentcli/");
}

// HEAD is a ref here also if it is symbolic.
static bool is_log_of_ref(const std::string& path, const Refs& refs, const Texts& texts)
{
    if (!is_log(path))
        return false;
    const std::size_t begin = path.size() - path_in_tree(path).size();
    const std::string ref = path.substr(begin + std::string_view("logs/").size());
    const std::string own = path.substr(0, begin) + ref; // of this working tree alone
    return refs.contains(ref) || refs.contains(own) || texts.contains(own);
}

static bool is_of_removed_tree(const std::string& path, const RepositoryState& state)
{
    const std::size_t size = path.size() - path_in_tree(path).size();
    constexpr std::string_view trees = "worktrees/";
    return size > 0
        && !state.working_trees.contains(path.substr(trees.size(), size - trees.size() - 1));
}

std::vector<std::string> files_to_put_back(
    const Texts& before, Texts& after, const RepositoryState& state)
{
    std::set<std::string> unreadable;
    for (const auto& [path, text] : before)
        if (const auto now = after.find(path);
            now != after.end() && now->second != text && !is_readable(path, now->second))
            unreadable.insert(path);
    for (const std::string& path : unreadable)
        after.erase(path);
    const Refs refs = refs_in(after);
    const bool is_destroyed = (before.contains("HEAD") && !after.contains("HEAD"))
        || !state.has_refs || (refs.empty() && !refs_in(before).empty());
    const auto is_needed = [&](const std::string& path) {
        return is_destroyed || unreadable.contains(path) || is_own(path)
            || path_in_tree(path) == "HEAD" || path_in_tree(path) == "index"
            || is_log_of_ref(path, refs, after);
    };
    std::vector<std::string> found;
    for (const auto& [path, text] : before)
        if (!after.contains(path) && is_needed(path) && !is_of_removed_tree(path, state))
            found.push_back(path);
    return found;
}

namespace {

// Finds the ids that something names after a command.
class NamedIds {
public:
    NamedIds(const Texts& before, const Texts& after, std::int64_t start)
        : after(after)
        , refs(refs_in(after))
        , start(start)
    {
        for (const auto& [path, text] : before)
            if (is_log(path))
                for (const LogLine& line : lines_of_log(text))
                    old_lines.insert(line.was + line.now + line.rest);
        for (const auto& [ref, id] : refs)
            ids.insert(id);
        for (const auto& [path, text] : after)
            if (const auto old = before.find(path); is_log(path)
                && ((old != before.end() && old->second == text)
                    || is_log_of_ref(path, refs, after)))
                add_log(text);
    }

    const Refs& refs_now() const { return refs; }

    // Returns true for an id that nothing names; the next time it counts as named.
    bool take(const std::string& id) { return names_object(id) && ids.insert(id).second; }

private:
    void add_log(const std::string& text)
    {
        constexpr std::int64_t slack = 60; // seconds: the clock may be set meanwhile
        for (const LogLine& line : lines_of_log(text))
            if (line.time() >= start - slack
                || old_lines.contains(line.was + line.now + line.rest)) {
                ids.insert(line.was);
                ids.insert(line.now);
            }
    }

    const Texts& after;
    Refs refs;
    std::int64_t start;
    std::set<std::string> old_lines;
    std::set<std::string> ids;
};

}

// Returns the rest of a line of a reflog, with a remark at the end of its message.
static std::string with_remark(const std::string& rest, const std::string& remark)
{
    return rest + (rest.find('\t') == std::string::npos ? "\t(" : " (") + text::printable(remark)
        + ")";
}

// Returns true if the ref's own reflog says how it came from one id to the other.
static bool is_recorded(const MovedRef& ref, const Texts& before, const Texts& after)
{
    const auto now = after.find("logs/" + ref.name);
    const auto old = before.find("logs/" + ref.name);
    if (!ref.now || now == after.end())
        return false;
    const std::string_view old_text = old == before.end() ? std::string_view() : old->second;
    if (!now->second.starts_with(old_text))
        return false;
    const auto added = lines_of_log(std::string_view(now->second).substr(old_text.size()));
    return !added.empty() && added.front().was == ref.was && added.back().now == *ref.now;
}

LostNames lost_names(const Texts& before, const Texts& after, std::int64_t start)
{
    LostNames lost;
    NamedIds named(before, after, start);
    for (const auto& [path, text] : before) {
        const auto now = after.find(path);
        if (!is_log(path) || (now != after.end() && now->second == text))
            continue;
        for (const LogLine& line : lines_of_log(text))
            for (const std::string& id : {line.was, line.now})
                if (named.take(id))
                    lost.lines.push_back({id, with_remark(line.rest, path)});
    }
    for (const auto& [name, id] : refs_in(before)) {
        MovedRef ref {name, id, std::nullopt};
        if (const auto now = named.refs_now().find(name); now != named.refs_now().end())
            ref.now = now->second;
        if (ref.now == id)
            continue;
        if (named.take(id))
            lost.lines.push_back({id,
                "agentcli <agentcli@localhost> " + std::to_string(start) + " +0000\t"
                    + text::printable(name) + (ref.now ? " was moved" : " was deleted")});
        if (path_in_tree(name) != "HEAD" && !is_recorded(ref, before, after))
            lost.moved.push_back(std::move(ref));
    }
    return lost;
}

}
