#include "listing.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/temporary_name.hpp"

#include <fcntl.h>

#include <algorithm>
#include <tuple>

namespace fs_listdir {

using namespace toolkit;

namespace {

struct Name {
    bool is_directory;
    std::string path;
};

bool comes_before(const Name& left, const Name& right)
{
    return std::tie(right.is_directory, left.path) < std::tie(left.is_directory, right.path);
}

// The first names in order of all that it is given.
class Selection {
public:
    explicit Selection(std::size_t most)
        : most(most)
    {
    }

    void add(Name name)
    {
        heap.push_back(std::move(name));
        std::push_heap(heap.begin(), heap.end(), comes_before);
        if (heap.size() <= most)
            return;
        std::pop_heap(heap.begin(), heap.end(), comes_before);
        heap.pop_back();
        is_truncated = true;
    }

    std::vector<Name> sorted()
    {
        std::sort_heap(heap.begin(), heap.end(), comes_before);
        return std::move(heap);
    }

    bool is_truncated = false;

private:
    std::size_t most;
    std::vector<Name> heap; // the last in order is on top
};

class Walk {
public:
    Walk(const Workspace& workspace, const Wanted& wanted, const std::string& start)
        : workspace(workspace)
        , wanted(wanted)
        , start(start == "." ? "" : start + "/")
        , selection(wanted.max_results)
    {
    }

    Listing list(const File& directory)
    {
        visit(directory, start);
        while (!pending.empty()) {
            const std::string path = std::move(pending.back());
            pending.pop_back();
            visit_below(path);
        }
        Listing listing {{}, selection.is_truncated, skipped};
        for (Name& name : selection.sorted())
            if (const File entry
                = system::open_in(workspace.root(), name.path, O_PATH)) { // else it has gone since
                const struct stat status = system::status_of(entry, name.path);
                listing.entries.push_back({std::move(name.path), status});
            }
        return listing;
    }

private:
    void visit_below(const std::string& path)
    {
        try {
            visit(workspace.open_resolved(path, O_RDONLY | O_DIRECTORY), path + "/");
        } catch (const ToolError&) {
            ++skipped;
        }
    }

    void visit(const File& directory, const std::string& prefix)
    {
        system::for_each_entry(directory, prefix, [&](std::string_view name, unsigned char type) {
            if (!workspace::is_temporary_name(name))
                consider({type == DT_DIR, prefix + std::string(name)}, name.starts_with('.'));
        });
    }

    void consider(Name name, bool is_hidden)
    {
        const glob::Verdict verdict
            = wanted.globs.verdict_on({name.path, name.is_directory}, start.size());
        const bool hides = is_hidden && wanted.hidden == Hidden::left_out;
        if (verdict == glob::Verdict::left_out || (hides && verdict == glob::Verdict::unmentioned))
            return;
        if (name.is_directory && wanted.depth == Depth::all)
            pending.push_back(name.path);
        // A directory that no glob names may hold what one does: looked into, but not shown.
        const bool is_shown = verdict == glob::Verdict::kept
            || wanted.globs.verdict_on({name.path, false}, start.size())
                == glob::Verdict::unmentioned;
        if (is_shown)
            selection.add(std::move(name));
    }

    const Workspace& workspace;
    const Wanted& wanted;
    std::string start; // with a '/' behind it; empty for the root
    Selection selection;
    std::vector<std::string> pending; // directories
    std::int64_t skipped = 0;
};

}

Listing list(const Workspace& workspace, const Wanted& wanted)
{
    const File directory = workspace.open_directory(wanted.path);
    return Walk(workspace, wanted, workspace.resolve(wanted.path)).list(directory);
}

}
