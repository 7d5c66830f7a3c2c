#include "lost_names.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace exec::git {

using namespace toolkit;

static constexpr std::string_view prefix_of_logs = "logs/";

bool may_name(const std::string& path)
{
    std::string_view name = path;
    if (name.starts_with(prefix_of_logs))
        name.remove_prefix(prefix_of_logs.size());
    return name == kept_ref || (name != "refs/agentcli" && !name.starts_with("refs/agentcli/"));
}

// Returns the path of the ref of a reflog: that of its own working tree, or a shared one.
static std::string ref_of_log(const std::string& log, const Texts& texts, const Refs& refs)
{
    const std::size_t begin = log.size() - path_in_tree(log).size();
    const std::string ref = log.substr(begin + prefix_of_logs.size());
    const std::string own = log.substr(0, begin) + ref;
    return refs.contains(own) || texts.contains(own) ? own : ref;
}

static bool has_ref(const std::string& log, const Texts& texts, const Refs& refs)
{
    return resolves(texts, refs, ref_of_log(log, texts, refs));
}

static bool is_of_removed_tree(const std::string& path, const RepositoryState& state)
{
    const std::string tree = tree_of(path);
    return !tree.empty() && !state.working_trees.contains(tree);
}

static bool has_names(const Refs& refs)
{
    return std::any_of(refs.begin(), refs.end(), [](const auto& ref) {
        return ref.first.starts_with("refs/") && !ref.first.starts_with("refs/agentcli/");
    });
}

// Removes what could not stay if a file with this path were written.
static void make_way(Texts& texts, const std::string& path)
{
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
        texts.erase(path.substr(0, end));
    for (auto inner = texts.lower_bound(path + "/");
         inner != texts.end() && inner->first.starts_with(path + "/");)
        inner = texts.erase(inner);
}

// Removes from `after` what git cannot read, and returns the paths.
static std::set<std::string> take_unsound(
    const Texts& before, Texts& after, const RepositoryState& state)
{
    std::set<std::string> ids;
    for (const auto& [name, id] : refs_in(before))
        ids.insert(id);
    const auto has_object = [&](const std::string& id) {
        const bool is_of_this_hash = ids.empty() || ids.begin()->size() == id.size();
        return ids.contains(id) || (is_of_this_hash && state.has_object(id));
    };
    std::set<std::string> unsound;
    for (const auto& [path, text] : after) {
        const auto old = before.find(path);
        const std::string_view old_text = old == before.end() ? std::string_view() : old->second;
        if ((old == before.end() || old_text != text)
            && !is_sound(path, text, {old_text, has_object}))
            unsound.insert(path);
    }
    for (const std::string& path : unsound)
        after.erase(path);
    return unsound;
}

Repair repair_of(const Texts& before, Texts& after, const RepositoryState& state)
{
    Repair repair;
    const std::set<std::string> unsound = take_unsound(before, after, state);
    const Refs refs = refs_in(after);
    const bool is_destroyed = (before.contains("HEAD") && !after.contains("HEAD"))
        || !state.has_refs || (!has_names(refs) && has_names(refs_in(before)));
    const auto is_needed = [&](const std::string& path) {
        const std::string_view name = path_in_tree(path);
        return is_destroyed || unsound.contains(path)
            || (path.ends_with(kept_ref) && (is_log(path) || !refs.contains(path)))
            || name == "HEAD" || name == "index" || name == "gitdir" || name == "commondir"
            || (is_log(path) && has_ref(path, after, refs));
    };
    for (const auto& [path, text] : before)
        if (!after.contains(path) && !state.unread.contains(path) && may_name(path)
            && path != "shallow" && is_needed(path) && !is_of_removed_tree(path, state)
            && text != unreadable_text)
            repair.put_back.push_back(path);
    for (const std::string& path : repair.put_back) {
        make_way(after, path);
        after[path] = before.at(path);
    }
    for (const std::string& path : unsound)
        if (!before.contains(path))
            repair.removed.push_back(path);
    return repair;
}

namespace {

constexpr std::int64_t forever = std::numeric_limits<std::int64_t>::max();

bool is_of_stashes(std::string_view path) { return path == "logs/refs/stash"; }

// How long git keeps what names an id: as long as a line of a reflog of this time.
struct Origin {
    std::int64_t time;
    std::string rest;
};

// Returns what comes after the ids in a line of kept_ref.
std::string own_rest(std::int64_t time, const std::string& message)
{
    return "agentcli <agentcli@localhost> " + std::to_string(time) + " +0000\t" + message;
}

// Returns the rest of a line of a reflog, with a remark at the end of its message.
std::string with_remark(const std::string& rest, const std::string& remark)
{
    return rest + (rest.find('\t') == std::string::npos ? "\t(" : " (") + text::printable(remark)
        + ")";
}

// Finds how each id was named before.
class Origins {
public:
    Origins(const NamesBefore& before, const Refs& refs_now)
    {
        NamedIds named = noted_names(before.texts);
        for (const auto& [id, by] : before.noted)
            add_name(named, id, by);
        for (auto& [id, by] : named)
            if (by.time != 0)
                origins.emplace(id, Origin {by.time, std::move(by.text)});
            else
                origins.emplace(
                    id, Origin {before.start, rest_for(by.text, before.start, refs_now)});
    }

    const std::map<std::string, Origin>& all() const { return origins; }

private:
    // The text is the name of a ref, or the message of a stash.
    static std::string rest_for(const std::string& text, std::int64_t start, const Refs& refs_now)
    {
        if (text.find(' ') != std::string::npos)
            return own_rest(start, text);
        return own_rest(start, text + (refs_now.contains(text) ? " was moved" : " was deleted"));
    }

    std::map<std::string, Origin> origins;
};

// Of another working tree, git gc looks at HEAD and its reflog alone, and not if it may be pruned.
bool is_kept_by_gc(const std::string& path, const RepositoryState& state)
{
    const std::string tree = tree_of(path);
    const std::string_view inner = path_in_tree(path);
    return tree.empty()
        || ((inner == "HEAD" || inner == "logs/HEAD") && state.working_trees.contains(tree)
            && !state.changed_trees.contains(tree));
}

// Finds how long git keeps each id after a command.
class LastingIds {
public:
    LastingIds(const Texts& before, const Texts& after, const RepositoryState& state)
        : refs(refs_in(after))
    {
        const Refs refs_before = refs_in(before);
        for (const auto& [name, id] : refs)
            if (may_name(name) && name != kept_ref && is_kept_by_gc(name, state))
                times[id] = forever;
        for (const auto& [path, text] : after) {
            if (!is_log(path) || !may_name(path) || !is_kept_by_gc(path, state))
                continue;
            const auto old = before.find(path);
            const bool is_as_before
                = old != before.end() && old->second == text && !has_ref(path, before, refs_before);
            if (is_as_before || has_ref(path, after, refs))
                add_log(path, text);
        }
    }

    const Refs& refs_now() const { return refs; }

    bool names(const std::string& id, std::int64_t as_long_as) const
    {
        constexpr std::int64_t slack = 60; // seconds: the clock may be set meanwhile
        const auto found = times.find(id);
        return found != times.end() && found->second >= as_long_as - slack;
    }

private:
    void add_log(const std::string& path, const std::string& text)
    {
        for (const LogLine& line : lines_of_log(text))
            for (const std::string& id : {line.was, line.now}) {
                std::int64_t& time = times[id];
                time = std::max(time, is_of_stashes(path) ? forever : line.time());
            }
    }

    Refs refs;
    std::map<std::string, std::int64_t> times;
};

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

static std::vector<MovedRef> moved_refs(const Texts& before, const Texts& after, const Refs& refs)
{
    std::vector<MovedRef> moved;
    const Refs refs_before = refs_in(before);
    for (const auto& [name, id] : refs_before) {
        MovedRef ref {name, id, std::nullopt};
        if (const auto now = refs.find(name); now != refs.end())
            ref.now = now->second;
        if (ref.now != id && path_in_tree(name) != "HEAD" && name != kept_ref
            && !is_recorded(ref, before, after))
            moved.push_back(std::move(ref));
    }
    for (const auto& [name, id] : refs)
        if (name.starts_with("refs/replace/") && !refs_before.contains(name))
            moved.push_back({name, "", id});
    return moved;
}

bool is_longer(const NamedBy& one, const NamedBy& other)
{
    return other.time != 0 && (one.time == 0 || one.time > other.time);
}

void add_name(NamedIds& names, const std::string& id, NamedBy by)
{
    const auto [named, is_new] = names.try_emplace(id, by);
    if (!is_new && is_longer(by, named->second))
        named->second = std::move(by);
}

static void add_log(NamedIds& names, const std::string& path, const std::string& text)
{
    const bool is_stash = is_of_stashes(path);
    for (const LogLine& line : lines_of_log(text)) {
        const std::size_t tab = std::min(line.rest.find('\t'), line.rest.size() - 1);
        const NamedBy by = is_stash ? NamedBy {0, line.rest.substr(tab + 1)}
                                    : NamedBy {line.time(), with_remark(line.rest, path)};
        for (const std::string& id : {line.was, line.now})
            if (names_object(id))
                add_name(names, id, by);
    }
}

NamedIds noted_names(const Texts& texts)
{
    NamedIds names;
    for (const auto& [name, id] : refs_in(texts))
        if (may_name(name) && name != kept_ref)
            add_name(names, id, {0, text::printable(name)});
    for (const auto& [path, text] : texts)
        if (is_log(path) && may_name(path))
            add_log(names, path, text);
    return names;
}

LostNames lost_names(const NamesBefore& before, const Texts& after, const RepositoryState& state)
{
    const LastingIds named(before.texts, after, state);
    const Origins origins(before, named.refs_now());
    std::vector<std::pair<std::int64_t, LostNames::Line>> lost;
    for (const auto& [id, origin] : origins.all())
        if (!named.names(id, origin.time))
            lost.push_back({origin.time, {id, origin.rest}});
    std::stable_sort(lost.begin(), lost.end(),
        [](const auto& one, const auto& other) { return one.first < other.first; });
    LostNames found;
    for (auto& [time, line] : lost)
        found.lines.push_back(std::move(line));
    found.moved = moved_refs(before.texts, after, named.refs_now());
    return found;
}

}
