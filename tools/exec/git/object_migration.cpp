#include "object_migration.hpp"

#include "loose_object.hpp"
#include "name_files.hpp"
#include "object_store.hpp"
#include "removal.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/percent_encoding.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace exec::git {

namespace {

constexpr mode_t for_reading = S_IRUSR | S_IRGRP | S_IROTH;

// A new file without its name: it has another one until everything is in it, which git removes if
// the tool is killed.
class Draft {
public:
    explicit Draft(const File& directory)
        : directory(directory)
        , name("tmp_obj_" + system::random_name())
        , file(system::create_beneath(directory, name))
    {
        if (!file)
            throw system::system_error("cannot write to the objects of the repository");
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;
    ~Draft()
    {
        if (!is_placed)
            unlinkat(directory.descriptor(), name.c_str(), 0);
    }

    const File& opened() const { return file; }

    // Leaves it out if one of that name is there.
    void place(const std::string& wanted, mode_t mode)
    {
        fchmod(file.descriptor(), mode & for_reading);
        const int error = system::rename_to_free({directory, name}, {directory, wanted});
        if (error != 0 && error != EEXIST)
            throw system::system_error("cannot place the object " + wanted, error);
        is_placed = error == 0;
    }

private:
    const File& directory;
    std::string name;
    File file;
    bool is_placed = false;
};

enum class Verdict { whole, other, too_long };

// Copies the file, and checks the bytes on the way.
Verdict copy_object(
    const File& from, const File& to, const std::string& id, Clock::time_point deadline)
{
    constexpr std::size_t step = 64 << 10;
    std::int64_t offset = 0;
    bool is_late = false;
    std::string bytes;
    const bool is_whole = is_loose_object(id, [&]() -> std::string_view {
        is_late = Clock::now() >= deadline;
        bytes = is_late ? "" : system::read_range(from, "an object", offset, step);
        system::write_whole(to, "an object", bytes);
        offset += static_cast<std::int64_t>(bytes.size());
        return bytes;
    });
    if (is_whole)
        return Verdict::whole;
    return is_late ? Verdict::too_long : Verdict::other;
}

// A small file may inflate to a thousand times its size.
std::chrono::seconds time_for_object(const File& file)
{
    constexpr std::int64_t of_a_second = 1 << 20;
    return std::chrono::seconds(5 + system::status_of(file, "an object").st_size / of_a_second);
}

// Puts a file that nobody can change any more into another directory, whole at once; leaves it out
// if one of that name is there.
void place(const File& from, const std::string& name, const File& to, const std::string& wanted)
{
    const int error
        = linkat(from.descriptor(), name.c_str(), to.descriptor(), wanted.c_str(), 0) == 0 ? 0
                                                                                           : errno;
    if (error == 0 || error == EEXIST)
        return;
    const File source = open_file(from, name);
    if (!source)
        throw system::system_error("cannot read the pack " + name);
    Draft draft(to);
    system::copy_whole(source, draft.opened(), name);
    draft.place(wanted, for_reading);
}

// The name that git gives to a pack: the checksum at its end, of as many bytes as the id in `name`,
// which git has checked.
std::string name_by_content(const File& indexes, const std::string& file, std::size_t digits)
{
    const File pack = open_file(indexes, file);
    const std::int64_t size = pack ? system::status_of(pack, file).st_size : 0;
    const std::string sum = system::read_range(pack, file,
        std::max<std::int64_t>(0, size - static_cast<std::int64_t>(digits / 2)), digits / 2);
    return "pack-"
        + text::hexadecimal(
            std::span(reinterpret_cast<const unsigned char*>(sum.data()), sum.size())); // NOLINT
}

// In a partial clone, objects that a pack of a promisor names may be missing.
bool is_partial(const File& packs)
{
    const std::vector<std::string> names = files_in(packs);
    return std::any_of(names.begin(), names.end(),
        [](const std::string& name) { return name.ends_with(".promisor"); });
}

}

void Migration::say(const std::string& text)
{
    constexpr std::size_t most = 100;
    if (said.size() < most)
        said.push_back(text);
    else
        ++unsaid;
}

std::vector<std::string> Migration::refused() const
{
    std::vector<std::string> all = said;
    if (unsaid > 0)
        all.push_back(std::to_string(unsaid) + " more");
    return all;
}

// Kept for a person, out of the way of the next calls.
void Migration::refuse(const File& from, const std::string& name, const std::string& why)
{
    const File refused = make_directory(
        places.own, "refused", system::status_of(places.objects, "objects").st_mode);
    const std::string kept = name + "." + system::random_name();
    const int error = system::rename_to_free({from, name}, {refused, kept});
    if (error != 0)
        throw system::system_error("cannot move " + name, error);
    say(name + ": " + why + "; it is now .git/agentcli/refused/" + kept);
}

void Migration::move_loose_objects()
{
    const ObjectStore store(places.objects, ObjectStore::Of::objects);
    const mode_t mode = system::status_of(places.objects, "objects").st_mode;
    for (const auto& [directory, type] : entries_of(places.slot)) {
        if (type != DT_DIR || directory.size() != 2)
            continue;
        const File from = open_directory(places.slot, directory);
        std::vector<std::string> names = from ? files_in(from) : std::vector<std::string> {};
        std::erase_if(names,
            [&directory = directory](const std::string& name) { return !is_id(directory + name); });
        const File to = names.empty() ? File() : make_directory(places.objects, directory, mode);
        for (const std::string& name : names) {
            if (!is_in_time())
                return;
            const std::string id = directory + name;
            const bool is_loose = store.has_loose(id);
            if (is_loose)
                utimensat(to.descriptor(), name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
            if (is_loose || store.has_packed(id))
                unlinkat(from.descriptor(), name.c_str(), 0);
            else
                move_object(from, to, id);
        }
    }
}

void Migration::move_object(const File& from, const File& to, const std::string& id)
{
    const std::string name = id.substr(2);
    const File source = open_file(from, name);
    if (!source)
        return refuse(from, name, "the object " + id + " cannot be read");
    const auto limit = Clock::now() + time_for_object(source);
    Draft draft(to);
    const Verdict verdict = copy_object(source, draft.opened(), id, limit);
    if (verdict == Verdict::too_long)
        return refuse(from, name, "the object " + id + " takes too long to read");
    if (verdict == Verdict::other)
        say("the object " + id + " had other content than its name says, and was dropped");
    else
        draft.place(name, system::status_of(places.objects, "objects").st_mode);
    unlinkat(from.descriptor(), name.c_str(), 0);
}

void Migration::move_packs(const std::string& slot, const File& indexes)
{
    const File from = open_directory(places.slot, "pack");
    if (!from)
        return;
    for (const std::string& pack : files_in(from)) {
        if (!is_pack_name(pack, ".pack"))
            continue;
        if (has_content(indexes, indexed_name(slot, pack, ".idx")))
            move_pack(from, indexes, pack, indexed_name(slot, pack, ""));
        else if (system::status_in(indexes, indexed_name(slot, pack, ".failed")))
            refuse(from, pack, "git could not index it");
        else
            say(pack
                + ": git has not indexed it yet, and its objects are not in the repository; "
                  "the next call tries again");
    }
}

// In this order a call that is killed leaves the pack in the slot, or has moved it.
void Migration::move_pack(
    const File& from, const File& indexes, const std::string& pack, const std::string& indexed)
{
    const File to = make_directory(
        places.objects, "pack", system::status_of(places.objects, "objects").st_mode);
    const std::size_t digits = stem_of(pack).size() - std::string_view("pack-").size();
    const std::string name = name_by_content(indexes, indexed + ".pack", digits);
    if (has_content(from, stem_of(pack) + ".promisor") && is_partial(to))
        (void)system::create_beneath(to, name + ".promisor", for_reading);
    place(indexes, indexed + ".pack", to, name + ".pack");
    place(indexes, indexed + ".idx", to, name + ".idx");
    unlinkat(from.descriptor(), pack.c_str(), 0);
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

bool has_packs(const File& slot)
{
    const File packs = open_directory(slot, "pack");
    const std::vector<std::string> names = packs ? files_in(packs) : std::vector<std::string> {};
    return std::any_of(names.begin(), names.end(),
        [](const std::string& name) { return is_pack_name(name, ".pack"); });
}

// Removes everything from the directory but `kept`.
static void remove_all_but(const File& directory, std::string_view kept, Clock::time_point deadline)
{
    for (const auto& [name, type] : entries_of(directory)) {
        if (Clock::now() >= deadline)
            return;
        if (name == kept)
            continue;
        const bool is_directory = type == DT_DIR;
        if (const File inner = is_directory ? open_directory(directory, name) : File())
            remove_content(inner, {}, deadline);
        unlinkat(directory.descriptor(), name.c_str(), is_directory ? AT_REMOVEDIR : 0);
    }
}

void empty(const File& directory, Clock::time_point deadline)
{
    remove_all_but(directory, {}, deadline);
}

// A directory or a file on which something was mounted takes milliseconds to remove.
bool clear(const File& slot, Clock::time_point deadline)
{
    remove_all_but(slot, "info", deadline);
    const File info = open_directory(slot, "info");
    if (!info) // the command cannot have replaced it: it was mounted
        unlinkat(slot.descriptor(), "info", 0);
    else
        remove_all_but(info, "alternates", deadline);
    return is_clear(slot);
}

}
