#include "shown_names.hpp"

#include "object_store.hpp"
#include "repository.hpp"
#include "repository_writer.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace exec::git {

static constexpr const char* reason = "agentcli keeps what commands remove\n";

static std::string path_in_shown(const std::string& name)
{
    return std::string("worktrees/") + tree_of_names + "/" + name;
}

void make_place_for_shown_names(const File& repository)
{
    const RepositoryWriter writer(repository);
    try {
        for (const std::string& path : {std::string("worktrees"),
                 std::string("worktrees/") + tree_of_names, std::string("agentcli/cover")}) {
            const File parent = system::open_beneath(
                repository, text::parent_of(path), O_PATH | O_DIRECTORY, without_links);
            if (!parent)
                return;
            if (!system::status_in(parent, text::name_of(path)))
                writer.make_directory(path);
        }
        if (writer.read("agentcli/cover/locked", 1).empty())
            writer.write_in_free_space("agentcli/cover/locked", reason);
    } catch (const ToolError&) { // the disk is full
        return;
    }
}

static File open_shown(const File& repository)
{
    return system::open_beneath(
        repository, path_in_shown("."), O_RDONLY | O_DIRECTORY, without_links);
}

// git gives another file to a reflog of which it removes lines.
static bool has_noted_file(const File& repository, const File& tree)
{
    struct stat noted { };
    struct stat shown { };
    return fstatat(repository.descriptor(), "agentcli/names", &noted, AT_SYMLINK_NOFOLLOW) == 0
        && fstatat(tree.descriptor(), "logs/HEAD", &shown, AT_SYMLINK_NOFOLLOW) == 0
        && noted.st_ino == shown.st_ino && noted.st_dev == shown.st_dev;
}

// Renames the file in the working tree. Returns false if neither name exists.
static bool rename_gitdir(const File& tree, const char* from, const char* to)
{
    return renameat(tree.descriptor(), from, tree.descriptor(), to) == 0
        || system::status_in(tree, to).has_value();
}

bool show_names(const File& repository)
{
    const File tree = open_shown(repository);
    return tree && has_noted_file(repository, tree) && rename_gitdir(tree, "hidden", "gitdir");
}

void hide_names(const File& repository)
{
    if (const File tree = open_shown(repository))
        rename_gitdir(tree, "gitdir", "hidden");
}

static void write_if_other(
    const RepositoryWriter& writer, const std::string& path, const std::string& text)
{
    constexpr std::size_t most = 4096;
    if (writer.read(path, most) != text)
        writer.write_in_free_space(path, text);
}

void make_shown_names(const File& repository, const std::string& path, const NamedIds& names)
{
    if (!open_shown(repository)) // a command could change what is made now
        return;
    const ObjectStore objects(repository);
    const auto head = std::find_if(names.begin(), names.end(),
        [&](const auto& name) { return name.second.time == 0 && objects.may_have(name.first); });
    if (head == names.end())
        return;
    const RepositoryWriter writer(repository);
    try {
        writer.make_directory(path_in_shown("logs"));
        write_if_other(writer, path_in_shown("locked"), reason);
        write_if_other(writer, path_in_shown("commondir"), "../..\n");
        write_if_other(writer, path_in_shown("HEAD"), head->first + "\n");
        if (const File tree = open_shown(repository); tree && !has_noted_file(repository, tree)) {
            unlinkat(tree.descriptor(), "logs/HEAD", 0);
            linkat(repository.descriptor(), "agentcli/names", tree.descriptor(), "logs/HEAD", 0);
        }
        write_if_other(writer, path_in_shown("gitdir"), path + "/agentcli/.git\n");
    } catch (const ToolError&) { // the disk is full
        return;
    }
}

}
