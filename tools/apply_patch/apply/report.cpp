#include "report.hpp"

namespace apply_patch::apply {

// Returns the combination of two actions on one file.
static read::Action together(read::Action first, read::Action second)
{
    if (first == read::Action::remove && second == read::Action::create)
        return read::Action::modify;
    if ((first == read::Action::create || first == read::Action::copy)
        && second == read::Action::rename)
        return first;
    return second == read::Action::modify ? first : second;
}

std::size_t Reports::hunks_of(const std::string& key) const
{
    const auto known = hunks.find(key);
    return known == hunks.end() ? 0 : known->second;
}

FileReport& Reports::report_of(const NamedChange& named, read::Action action)
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
        report_of(named, read::Action::modify);
}

FileReport& Reports::add(const NamedChange& named, const Applied& applied)
{
    return add(named, applied, named.change->action);
}

FileReport& Reports::add(const NamedChange& named, const Applied& applied, read::Action action)
{
    FileReport& report = report_of(named, action);
    report.lines = ++report.sections == 1 ? applied.lines : std::vector<ChangedLines>();
    if (!named.from_key.empty() && report.from_key.empty()
        && report.action != read::Action::create) {
        report.from = named.change->from;
        report.from_key = named.from_key;
    }
    if (report.from_key == report.key) { // back to its own name
        report.action = read::Action::modify;
        report.from.clear();
        report.from_key.clear();
    }
    std::size_t& number = hunks[named.key];
    for (const auto& hunk : named.change->hunks) {
        ++number;
        report.added += read::count_lines(hunk, read::Mark::added);
        report.removed += read::count_lines(hunk, read::Mark::removed);
        if (read::has_wrong_counts(hunk))
            report.wrong_counts.push_back(
                {number, read::stated_range(hunk), read::counted_range(hunk)});
    }
    report.moved.insert(report.moved.end(), applied.moved.begin(), applied.moved.end());
    report.loose.insert(report.loose.end(), applied.loose.begin(), applied.loose.end());
    return report;
}

}
