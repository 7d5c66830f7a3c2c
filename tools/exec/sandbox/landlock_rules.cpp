#include "landlock_rules.hpp"

#include "toolkit/system/error.hpp"
#include "tools/exec/view/protection.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace exec::sandbox {

namespace {

// Returns the type of an entry, such as DT_DIR; looks it up if the file system does not provide it.
int type_of(int directory, const dirent& entry)
{
    struct stat status { };
    if (entry.d_type != DT_UNKNOWN)
        return entry.d_type;
    if (fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return DT_LNK;
    return IFTODT(status.st_mode);
}

int flags_for(int type)
{
    return O_PATH | O_NOFOLLOW | O_CLOEXEC | (type == DT_DIR ? O_DIRECTORY : 0);
}

class Walk {
public:
    Walk(toolkit::sandbox::landlock::Ruleset& ruleset, const std::vector<std::string>& hidden,
        std::uint64_t rights)
        : ruleset(ruleset)
        , hidden(hidden)
        , rights(rights)
    {
    }

    // Allows what is at `path`, which is absolute. `name` is the same path relative to `directory`.
    void allow(const std::string& path, int directory, const char* name, int type)
    {
        if (std::find(hidden.begin(), hidden.end(), path) != hidden.end())
            return;
        const std::string beneath = path.ends_with('/') ? path : path + "/";
        if (type == DT_DIR && std::any_of(hidden.begin(), hidden.end(), [&](const auto& place) {
                return place.starts_with(beneath);
            }))
            descend(beneath);
        else if (const File place {openat(directory, name, flags_for(type))})
            allow(place, type);
    }

private:
    // Most places are files or directories, perhaps thousands, and their type need not be looked up
    // again.
    void allow(const File& place, int type)
    {
        if (type == DT_DIR)
            ruleset.allow_fitting(place, rights);
        else if (type == DT_REG)
            ruleset.allow_fitting(
                place, toolkit::sandbox::landlock::Ruleset::fitting_a_file(rights));
        else
            ruleset.allow(place, rights);
    }

    // Allows the entries of a directory. `path` ends with a '/'.
    void descend(const std::string& path)
    {
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(path.c_str()), closedir);
        const int directory = listing ? dirfd(listing.get()) : -1;
        while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
            const std::string_view name = entry->d_name;
            const int type = type_of(directory, *entry);
            // A link gets no rule: the place that it leads to has its own.
            if (name != "." && name != ".." && type != DT_LNK)
                allow(path + entry->d_name, directory, entry->d_name, type);
        }
    }

    toolkit::sandbox::landlock::Ruleset& ruleset;
    const std::vector<std::string>& hidden;
    std::uint64_t rights;
};

}

void allow_all_but(toolkit::sandbox::landlock::Ruleset& ruleset, const std::string& place,
    const std::vector<std::string>& hidden, std::uint64_t rights)
{
    struct stat status { };
    if (stat(place.c_str(), &status) == 0)
        Walk(ruleset, hidden, rights)
            .allow(place, AT_FDCWD, place.c_str(), static_cast<int>(IFTODT(status.st_mode)));
}

namespace {

constexpr const char* no_sandbox
    = "the operator can run commands without a sandbox with --policy=unrestricted";

std::shared_ptr<view::TemporaryDirectory> temporary_directory(
    const std::string& given, const Workspace& workspace)
{
    return given.empty() ? std::make_shared<view::TemporaryDirectory>()
                         : std::make_shared<view::TemporaryDirectory>(given, workspace);
}

void keep_objects(Enclosure& enclosure)
{
    enclosure.use(
        git::keep_objects(enclosure.changes_workspace() ? &enclosure.workspace() : nullptr,
            enclosure.repositories(), enclosure.written()));
    const git::ObjectSlots& slots = enclosure.slots();
    if (std::all_of(
            slots.begin(), slots.end(), [](const auto& slot) { return slot->left().empty(); }))
        return;
    enclosure.fill_rulesets();
    process::Init(enclosure).index_left_packs();
    for (const auto& slot : slots)
        slot->migrate_left();
}

// Changes this process irreversibly only after it is known that namespaces work.
Enclosed with_namespaces(
    const Permissions& permissions, const Workspace& workspace, const std::string& temporary)
{
    auto enclosure = std::make_shared<Enclosure>(
        permissions, workspace, temporary_directory(temporary, workspace), Level::namespaces);
    if (enclosure->changes_workspace()) {
        git::make_repositories_usable(workspace);
        view::make_protectable(workspace);
    }
    view::make_protectable(enclosure->repositories());
    keep_objects(*enclosure);
    auto init = std::make_shared<process::Init>(*enclosure);
    enclosure->fill_rulesets();
    enclosure->unshare_objects();
    init->await();
    enclosure->enter_tool();
    return {std::move(enclosure), std::move(init)};
}

Enclosed with_landlock(
    const Permissions& permissions, const Workspace& workspace, const std::string& temporary)
{
    const auto directory = temporary_directory(temporary, workspace);
    if (temporary.empty())
        directory->make(permissions.account);
    auto enclosure
        = std::make_shared<Enclosure>(permissions, workspace, directory, Level::landlock);
    enclosure->fill_rulesets();
    enclosure->enter_tool();
    return {std::move(enclosure), {}};
}

Enclosed without_rings(
    const Permissions& permissions, const Workspace& workspace, const std::string& temporary)
{
    auto enclosure = std::make_shared<Enclosure>(
        permissions, workspace, temporary_directory(temporary, workspace), Level::none);
    enclosure->enter_tool();
    return {std::move(enclosure), {}};
}

}

Enclosed enclose(const Permissions& permissions, const Workspace& workspace,
    const std::string& temporary, std::optional<Required> required)
{
    if (permissions.policy == Policy::unrestricted) {
        if (required)
            throw ToolError(Code::sandbox_unavailable,
                "--policy=unrestricted runs commands without a sandbox, and --require asks for one",
                "leave out one of the two flags");
        return without_rings(permissions, workspace, temporary);
    }
    try {
        return with_namespaces(permissions, workspace, temporary);
    } catch (ToolError& error) {
        if (error.code != Code::sandbox_unavailable)
            throw;
        if (required == Required::namespaces) {
            error.hint = toolkit::sandbox::landlock::abi() > 0
                ? "the operator can accept less with --require=landlock"
                : no_sandbox;
            throw;
        }
    }
    try {
        return with_landlock(permissions, workspace, temporary);
    } catch (ToolError& error) {
        if (error.code == Code::sandbox_unavailable)
            error.hint = no_sandbox;
        throw;
    }
}

}
