#include "make.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/change/recovery.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"
#include "toolkit/workspace/new_name.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace fs_mkdirp {

using namespace toolkit;

namespace {

struct Gap {
    std::string at; // resolved path of the nearest existing directory
    File directory; // that directory, opened
    text::Names missing; // names to be made in it, the outermost first
};

Gap find_gap(const Workspace& workspace, const std::string& resolved)
{
    Gap gap;
    for (std::string at = resolved;; at = text::parent_of(at)) {
        try {
            gap.directory = workspace.open_resolved(at, O_RDONLY | O_DIRECTORY);
            gap.at = at;
            return gap;
        } catch (const ToolError& error) {
            if (error.code != Code::not_found || at == ".")
                throw;
            gap.missing.insert(gap.missing.begin(), text::name_of(at));
        }
    }
}

// Nested directories under a temporary name. The destructor removes them unless they were put into
// place.
class Chain {
public:
    Chain(const Gap& gap, std::string temporary, std::string_view path)
        : parent(gap.directory)
        , names(gap.missing)
        , path(path)
        , temporary(std::move(temporary))
    {
    }

    ~Chain()
    {
        for (std::size_t index = opened.size(); index-- > 1;)
            unlinkat(opened[index - 1].descriptor(), names[index].c_str(), AT_REMOVEDIR);
        if (!opened.empty())
            unlinkat(parent.descriptor(), temporary.c_str(), AT_REMOVEDIR);
    }

    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    // Returns false if another program was faster, or removed the parent directory.
    bool put_into_place(std::optional<mode_t> mode, bool is_durable)
    try {
        make(mode);
        return move_into_place(is_durable);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found)
            throw;
        return false;
    }

private:
    void make(std::optional<mode_t> mode)
    {
        for (std::size_t index = 0; index < names.size(); ++index)
            add(index == 0 ? parent : opened.back(), index == 0 ? temporary : names[index]);
        if (mode)
            set_mode(opened.back(), *mode);
    }

    bool move_into_place(bool is_durable)
    {
        const int error = system::rename_to_free({parent, temporary}, {parent, names.front()});
        if (error == EEXIST || error == ENOTEMPTY)
            return false;
        if (error != 0)
            throw cannot_make(error);
        opened.clear();
        if (is_durable)
            system::synchronise_names(parent,
                "cannot write the directory " + text::in_quotes(path) + " through to the disk");
        return true;
    }

    ToolError cannot_make(int error) const
    {
        return system::system_error("cannot make the directory " + text::in_quotes(path), error);
    }

    void add(const File& directory, const std::string& name)
    {
        if (mkdirat(directory.descriptor(), name.c_str(), 0777) != 0)
            throw cannot_make(errno);
        File made = system::open_in(directory, name, O_RDONLY | O_DIRECTORY);
        if (!made) {
            const int error = errno;
            unlinkat(directory.descriptor(), name.c_str(), AT_REMOVEDIR);
            throw cannot_make(error);
        }
        opened.push_back(std::move(made));
    }

    void set_mode(const File& directory, mode_t mode) const
    {
        const mode_t inherited = system::status_of(directory, path).st_mode & S_ISGID;
        if (fchmod(directory.descriptor(), mode | inherited) != 0)
            throw cannot_make(errno);
    }

    const File& parent;
    const text::Names& names;
    std::string_view path;
    std::string temporary;
    std::vector<File> opened;
};

// Distinguishes two errors for which open_resolved() reports "not a directory".
void check_is_directory(
    const Workspace& workspace, const std::string& resolved, const std::string& path)
{
    const File entry = system::open_in(workspace.root(), resolved, O_PATH);
    if (entry && !S_ISDIR(system::status_of(entry, path).st_mode))
        throw ToolError(Code::already_exists,
            text::in_quotes(path) + " exists already, and is not a directory", "take another name");
}

}

static Made made(const std::string& resolved)
{
    Made made {true};
    made.runs_later.add(resolved, workspace::EntryKind::directory);
    return made;
}

// Records the made directories, the outermost first.
static void note_directories(const Gap& gap)
{
    std::string path = gap.at;
    for (const std::string& name : gap.missing) {
        path = text::join_resolved(path, name);
        undo::recorder_of_call().add({.action = undo::Action::made_directory, .path = path});
    }
}

Made show_directory(const Workspace& workspace, const std::string& path)
{
    change::recover_interrupted(workspace); // in a dry run, only announces the recovery
    workspace::refuse_odd_new_name(workspace, path);
    const std::string resolved = workspace.resolve_to_change(path);
    check_is_directory(workspace, resolved, path);
    return find_gap(workspace, resolved).missing.empty() ? Made {false} : made(resolved);
}

Made make_directory(const Workspace& workspace, const std::string& path, std::optional<mode_t> mode)
{
    change::recover_interrupted(workspace);
    workspace::refuse_odd_new_name(workspace, path);
    const std::string resolved = workspace.resolve_to_change(path);
    check_is_directory(workspace, resolved, path);
    constexpr int max_tries = 16; // a try fails if another program changes the same place
    for (int tries = 0; tries < max_tries; ++tries) {
        const Gap gap = find_gap(workspace, resolved);
        if (gap.missing.empty())
            return {false};
        const std::string temporary = workspace::temporary_name();
        const change::Journal journal(workspace, {.changes = {{gap.at, "", temporary, {}}}});
        Chain chain(gap, temporary, path);
        if (chain.put_into_place(mode, workspace.is_durable())) {
            if (undo::recorder_of_call().is_on())
                note_directories(gap);
            return made(resolved);
        }
    }
    throw ToolError(Code::conflict,
        "cannot make the directory " + text::in_quotes(path)
            + ": other programs go on changing that place",
        "try again");
}

}
