#include "frontends/serve/run_index.hpp"

namespace frontends::serve {

std::set<RunIndex::Group> RunIndex::groups_of(const Group& smallest)
{
    return {smallest, {smallest.first, std::nullopt}, {std::nullopt, smallest.second},
        {std::nullopt, std::nullopt}};
}

void RunIndex::add(const RunId& id, const std::string& owner, const std::string& session)
{
    const Group smallest {owner, session.empty() ? std::nullopt : std::optional(session)};
    for (const Group& group : groups_of(smallest))
        groups[group].insert(id);
    runs.insert_or_assign(id, Kept {groups.find(smallest)});
}

void RunIndex::end(const RunId& id, Time time, std::uint64_t bytes)
{
    const auto found = runs.find(id);
    if (found == runs.end())
        return;
    Kept& kept = found->second;
    if (kept.ended)
        ends.erase({*kept.ended, id});
    ends.insert({time, id});
    all_bytes += bytes - kept.bytes;
    kept.ended = time;
    kept.bytes = bytes;
}

void RunIndex::remove(const RunId& id)
{
    const auto found = runs.find(id);
    if (found == runs.end())
        return;
    const Kept& kept = found->second;
    if (kept.ended)
        ends.erase({*kept.ended, id});
    all_bytes -= kept.bytes;
    for (const Group& group : groups_of(Group(kept.group->first))) {
        const auto members = groups.find(group);
        members->second.erase(id);
        if (members->second.empty())
            groups.erase(members);
    }
    runs.erase(found);
}

const std::string* RunIndex::owner_of(const RunId& id) const
{
    const auto found = runs.find(id);
    return found == runs.end() ? nullptr : &*found->second.group->first.first;
}

void RunIndex::visit(const Query& query, const std::function<bool(const RunId& id)>& visit) const
{
    const auto group = groups.find({query.owner, query.session});
    if (group == groups.end())
        return;
    const std::set<RunId>& members = group->second;
    auto end = query.before.empty() ? members.end() : members.lower_bound(RunId(query.before));
    while (end != members.begin())
        if (!visit(*--end))
            return;
}

std::optional<std::pair<RunIndex::Time, RunId>> RunIndex::first_ended() const
{
    return ends.empty() ? std::nullopt : std::optional(*ends.begin());
}

}
