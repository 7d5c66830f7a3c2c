#include "report.hpp"

// What two actions on one file come to.
static Action together(Action first, Action second)
{
    if (first == Action::remove && second == Action::create)
        return Action::modify;
    if (first == Action::create && second == Action::rename)
        return Action::create;
    return second == Action::modify ? first : second;
}

std::size_t Reports::hunks_of(const std::string& key) const
{
    const auto known = hunks.find(key);
    return known == hunks.end() ? 0 : known->second;
}

FileReport& Reports::report_of(const NamedChange& named, Action action)
{
    const auto [known, is_new] = index.emplace(named.key, files.size());
    if (is_new)
        files.push_back({named.name, named.key, action, {}});
    else
        files[known->second].action = together(files[known->second].action, action);
    return files[known->second];
}

void Reports::rename_created(const NamedChange& named)
{
    const auto known = index.extract(named.from_key);
    FileReport& report = files.at(known.mapped());
    report.name = named.name;
    report.key = named.key;
    index.emplace(named.key, known.mapped());
    hunks[named.key] = hunks[named.from_key];
}

void Reports::add_idle(const NamedChange& named)
{
    if (!index.contains(named.key))
        report_of(named, Action::modify);
}

FileReport& Reports::add(const NamedChange& named, const Applied& applied)
{
    return add(named, applied, named.change->action);
}

FileReport& Reports::add(const NamedChange& named, const Applied& applied, Action action)
{
    FileReport& report = report_of(named, action);
    report.lines = ++report.sections == 1 ? applied.lines : std::vector<ChangedLines>();
    if (!named.from_key.empty() && report.action != Action::create) {
        report.from = named.change->from;
        report.from_key = named.from_key;
    }
    std::size_t& number = hunks[named.key];
    for (const auto& hunk : named.change->hunks) {
        ++number;
        report.added += count_lines(hunk, Mark::added);
        report.removed += count_lines(hunk, Mark::removed);
        if (has_wrong_counts(hunk))
            report.wrong_counts.push_back({number, stated_range(hunk), counted_range(hunk)});
    }
    report.moved.insert(report.moved.end(), applied.moved.begin(), applied.moved.end());
    report.loose.insert(report.loose.end(), applied.loose.begin(), applied.loose.end());
    return report;
}
