#include "look_ahead.hpp"

#include "net_change.hpp"
#include "undo_entries.hpp"
#include "undo_files.hpp"

#include "toolkit/text/path_names.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

namespace fs_undo {

namespace {

class LookAhead {
public:
    explicit LookAhead(const Run& run)
        : run(run)
    {
    }

    void look_at(const undo::Step& step)
    {
        if (!is_of_files(step) || !net.takes(step))
            look_at_files_before();
        if (is_of_files(step))
            return look_at_files(step);
        for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change) {
            if (is_open(*change))
                undo_entries(run, {.head = step.head, .changes = {*change}});
            else
                has_passed_over = true;
            touch(*change);
        }
    }

    // Consecutive steps that only change files are undone as one change.
    void look_at_files_before()
    {
        undo_files(run, net);
        for (const auto& [path, file] : net.files)
            touched.insert(path);
        touched.insert(net.directories.begin(), net.directories.end());
        net = {};
    }

    void end()
    {
        look_at_files_before();
        run.report.diff.is_cut = run.report.diff.is_cut || has_passed_over;
    }

private:
    void look_at_files(const undo::Step& step)
    {
        undo::Step open {.head = step.head};
        std::copy_if(step.changes.begin(), step.changes.end(), std::back_inserter(open.changes),
            [&](const undo::Change& change) { return is_open(change); });
        if (open.changes.size() < step.changes.size())
            has_passed_over = true;
        net.add(open);
    }

    bool is_open(const undo::Change& change) const
    {
        return is_open(change.path) && (change.from.empty() || is_open(change.from));
    }

    bool is_open(const std::string& path) const
    {
        for (std::size_t end = path.size(); end != std::string::npos;
             end = path.rfind('/', end - 1))
            if (touched.count(path.substr(0, end)) != 0)
                return false;
        const auto next = touched.lower_bound(path + "/");
        return next == touched.end() || !text::is_beneath(*next, path);
    }

    void touch(const undo::Change& change)
    {
        touched.insert(change.path);
        if (!change.from.empty())
            touched.insert(change.from);
    }

    const Run& run;
    bool has_passed_over = false; // a change was skipped
    std::set<std::string> touched;
    NetChange net; // of steps that have not been examined yet
};

}

void look_ahead(const Run& run, const std::vector<undo::Step>& steps)
{
    LookAhead ahead(run);
    for (const undo::Step& step : steps)
        ahead.look_at(step);
    ahead.end();
}

}
