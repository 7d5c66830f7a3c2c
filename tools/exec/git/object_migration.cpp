#include "object_migration.hpp"

#include "object_store.hpp"
#include "removal.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/path_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace exec::git {

namespace {

constexpr std::size_t max_names = 200'000; // of a directory; the next call moves the others

bool is_hex(std::string_view text)
{
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_id_size(std::size_t size)
{
    constexpr std::size_t sha1 = 40;
    constexpr std::size_t sha256 = 64;
    return size == sha1 || size == sha256;
}

struct Entry {
    std::string name;
    unsigned char type;
};

// Lists the directory from its beginning, whatever was read from the descriptor before.
std::vector<Entry> entries_of(const File& directory)
{
    std::vector<Entry> entries;
    system::for_first_entries(open_directory(directory, "."), "a directory of objects", max_names,
        [&](std::string_view name, unsigned char type) {
            entries.push_back({std::string(name), type});
        });
    return entries;
}

std::vector<std::string> names_of_type(const File& directory, unsigned char wanted)
{
    std::vector<std::string> names;
    for (Entry& entry : entries_of(directory))
        if (entry.type == wanted)
            names.push_back(std::move(entry.name));
    return names;
}

// Opens a directory of objects, and makes it first if it is missing, with the mode of `objects`.
File make_directory(const File& objects, const std::string& name)
{
    const bool is_new = mkdirat(objects.descriptor(), name.c_str(), S_IRWXU) == 0;
    File directory = open_directory(objects, name);
    if (!directory)
        throw system::system_error("cannot enter objects/" + name);
    if (is_new)
        fchmod(directory.descriptor(),
            system::status_of(objects, "objects").st_mode & ~static_cast<mode_t>(S_IFMT));
    return directory;
}

bool has_content(const File& directory, const std::string& name)
{
    const auto status = system::status_in(directory, name);
    return status && S_ISREG(status->st_mode) && status->st_size > 0;
}

}

File open_directory(const File& in, const std::string& name)
{
    return system::open_in(in, name, O_RDONLY | O_DIRECTORY);
}

bool is_pack_name(std::string_view name, std::string_view suffix)
{
    constexpr std::string_view prefix = "pack-";
    if (!name.starts_with(prefix) || !name.ends_with(suffix)
        || name.size() < prefix.size() + suffix.size())
        return false;
    name.remove_prefix(prefix.size());
    name.remove_suffix(suffix.size());
    return is_id_size(name.size()) && is_hex(name);
}

std::string trusted_index_name(const std::string& pack)
{
    constexpr std::string_view suffix = ".pack";
    return "agentcli-" + pack.substr(0, pack.size() - suffix.size()) + ".idx";
}

// Returns false, with errno, if the name exists or the file cannot be written.
bool Migration::copy(const File& from, const File& to, const std::string& name) const
{
    const File source = system::open_in(from, name, O_RDONLY);
    const std::string draft = "tmp_obj_" + system::random_name();
    const File target = source ? system::create_beneath(to, draft) : File();
    if (!target)
        return false;
    bool is_moved = false;
    try {
        system::copy_whole(source, target, name);
        fchmod(target.descriptor(), S_IRUSR | S_IRGRP | S_IROTH);
        is_moved = linkat(to.descriptor(), draft.c_str(), to.descriptor(), name.c_str(), 0) == 0
            || renameat2(
                   to.descriptor(), draft.c_str(), to.descriptor(), name.c_str(), RENAME_NOREPLACE)
                == 0;
    } catch (const ToolError&) {
        errno = EIO;
    }
    const int error = errno;
    unlinkat(to.descriptor(), draft.c_str(), 0);
    errno = error;
    return is_moved;
}

// Puts the file into `to`, too. Returns true if one of that name was there already; false, with
// errno, if that fails.
bool Migration::place(const File& from, const File& to, const std::string& name) const
{
    const bool is_placed = by == By::copies
        ? copy(from, to, name)
        : linkat(from.descriptor(), name.c_str(), to.descriptor(), name.c_str(), 0) == 0
            || (errno != EEXIST && copy(from, to, name));
    return is_placed || errno == EEXIST;
}

// Returns false, with errno, if the file is still in `from` alone.
bool Migration::move(const File& from, const File& to, const std::string& name) const
{
    return place(from, to, name) && unlinkat(from.descriptor(), name.c_str(), 0) == 0;
}

void Migration::move_loose_objects() const
{
    const ObjectStore store(objects, ObjectStore::Of::objects);
    for (const std::string& directory : names_of_type(slot, DT_DIR)) {
        if (directory.size() != 2 || !is_hex(directory))
            continue;
        const File from = open_directory(slot, directory);
        if (!from)
            continue;
        std::vector<std::string> names = names_of_type(from, DT_REG);
        std::erase_if(names, [&](const std::string& name) {
            return !is_hex(name) || !is_id_size(2 + name.size()) || !has_content(from, name);
        });
        const File to = names.empty() ? File() : make_directory(objects, directory);
        for (const std::string& name : names) {
            if (!is_in_time())
                return;
            const std::string id = directory + name;
            if (store.has_loose(id))
                utimensat(to.descriptor(), name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
            if (store.has_loose(id) || store.has_packed(id))
                unlinkat(from.descriptor(), name.c_str(), 0);
            else if (!move(from, to, name))
                throw system::system_error("cannot move the object " + id);
        }
    }
}

std::vector<std::string> Migration::move_packs() const
{
    std::vector<std::string> left;
    const File from = open_directory(slot, "pack");
    if (!from)
        return left;
    for (const std::string& pack : names_of_type(from, DT_REG)) {
        if (!is_pack_name(pack, ".pack") || !is_in_time())
            continue;
        const File to = make_directory(objects, "pack");
        const std::string stem = pack.substr(0, pack.rfind('.'));
        const std::string index = trusted_index_name(pack);
        if (has_content(to, stem + ".idx")) { // the same objects, by its name
            unlinkat(from.descriptor(), pack.c_str(), 0);
            continue;
        }
        if (!has_content(from, index)) {
            left.push_back("objects/pack/" + pack + ": git could not index it");
            continue;
        }
        for (const char* suffix : {".mtimes", ".promisor"})
            if (has_content(from, stem + suffix))
                move(from, to, stem + suffix);
        // In this order a call that is killed leaves the pack in the slot, or has moved it.
        if (!place(from, to, pack)
            || renameat(from.descriptor(), index.c_str(), to.descriptor(), (stem + ".idx").c_str())
                != 0
            || unlinkat(from.descriptor(), pack.c_str(), 0) != 0)
            throw system::system_error("cannot move the pack " + pack);
    }
    return left;
}

void Migration::move_packs_unread(const File& other_slot) const
{
    const File from = open_directory(slot, "pack");
    if (!from)
        return;
    for (const std::string& name : names_of_type(from, DT_REG))
        if (is_in_time()
            && (is_pack_name(name, ".pack") || is_pack_name(name, ".mtimes")
                || is_pack_name(name, ".promisor")))
            if (!move(from, make_directory(other_slot, "pack"), name))
                throw system::system_error("cannot move the pack " + name);
}

bool is_clear(const File& slot)
{
    const std::size_t count = entries_of(slot).size();
    const File info = open_directory(slot, "info");
    if (!info)
        return count == 0;
    const std::vector<Entry> lists = entries_of(info);
    return count == 1 && lists.size() == 1 && lists.front().name == "alternates"
        && lists.front().type == DT_REG;
}

// Removes everything from the directory but `kept`.
static void remove_all_but(
    const File& directory, std::string_view kept, std::chrono::steady_clock::time_point deadline)
{
    for (const auto& [name, type] : entries_of(directory)) {
        if (std::chrono::steady_clock::now() >= deadline)
            return;
        if (name == kept)
            continue;
        const bool is_directory = type == DT_DIR;
        if (const File inner = is_directory ? open_directory(directory, name) : File())
            remove_content(inner, {}, deadline);
        unlinkat(directory.descriptor(), name.c_str(), is_directory ? AT_REMOVEDIR : 0);
    }
}

// A directory or a file on which something was mounted takes milliseconds to remove.
void clear(const File& slot, std::chrono::steady_clock::time_point deadline)
{
    remove_all_but(slot, "info", deadline);
    const File info = open_directory(slot, "info");
    if (!info) { // the command cannot have replaced it: it was mounted
        unlinkat(slot.descriptor(), "info", 0);
        return;
    }
    remove_all_but(info, "alternates", deadline);
}

}
