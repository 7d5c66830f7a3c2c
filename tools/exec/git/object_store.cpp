#include "object_store.hpp"

#include "object_files.hpp"
#include "repository.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace exec::git {

static std::uint32_t number_at(std::string_view bytes, std::size_t at)
{
    constexpr unsigned bits = 8;
    std::uint32_t number = 0;
    for (std::size_t byte = 0; byte < sizeof number; ++byte)
        number = number << bits | static_cast<unsigned char>(bytes[at + byte]);
    return number;
}

// Returns the bytes of an id in hexadecimal; nullopt if it is none.
static std::optional<std::string> bytes_of(std::string_view id)
{
    std::string bytes;
    for (std::size_t at = 0; at + 1 < id.size(); at += 2) {
        unsigned char byte = 0;
        const char* const end = id.data() + at + 2;
        if (std::from_chars(id.data() + at, end, byte, 16).ptr != end)
            return std::nullopt;
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

static constexpr std::string_view magic {"\377tOc\0\0\0\2", 8};

// `read` returns a range of the index, by its offset and size, or less at the end of it.
template<class Read>
static bool search(const Read& read, std::size_t whole_size, std::string_view id)
{
    constexpr std::size_t fanout = 8; // offset
    constexpr std::size_t names = fanout + 256 * 4;
    const auto wanted = bytes_of(id);
    if (!wanted || wanted->empty() || whole_size < names || read(0, magic.size()) != magic)
        return false;
    const std::size_t size = wanted->size();
    const auto first = static_cast<unsigned char>(wanted->front());
    const auto count_of = [&](std::size_t letter) {
        const auto bytes = read(fanout + letter * 4, 4);
        return bytes.size() == 4 ? number_at(bytes, 0) : 0;
    };
    std::size_t low = first == 0 ? 0 : count_of(first - 1U);
    std::size_t high = std::min<std::size_t>(count_of(first), (whole_size - names) / size);
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        const int order = std::string_view(read(names + middle * size, size)).compare(*wanted);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool lists_object(std::string_view index, std::string_view id)
{
    return search([&](std::size_t offset, std::size_t size) { return index.substr(offset, size); },
        index.size(), id);
}

// The objects that git would find in a place; an empty File if there is none, or it is unclear.
static File open_inner(const File& directory, const char* name, std::uint64_t flags, bool& is_clear)
{
    File inner = system::open_beneath(directory, name, flags | O_DIRECTORY, without_links);
    is_clear &= inner || errno == ENOENT;
    return inner;
}

ObjectStore::ObjectStore(const File& directory, Of of)
    : objects(open_inner(directory, of == Of::objects ? "." : "objects", O_PATH, is_complete))
{
    if (!objects)
        return;
    is_complete = !system::open_beneath(objects, "info/alternates", O_PATH, without_links);
    const File packs = open_inner(objects, "pack", O_RDONLY, is_complete);
    if (!packs)
        return;
    system::for_each_entry(packs, "objects/pack", [&](std::string_view name, unsigned char type) {
        if (name.ends_with(".idx") && type == DT_REG)
            map(system::open_in(packs, std::string(name), O_RDONLY));
        else if ((name.ends_with(".idx") || name.ends_with(".pack")) && type != DT_REG)
            is_complete = false; // git follows a link
    });
}

ObjectStore::~ObjectStore()
{
    for (const std::string_view index : indexes)
        munmap(const_cast<char*>(index.data()), index.size()); // NOLINT: mapped by map()
}

// Nothing of the command runs any more: nobody truncates a file that is mapped.
void ObjectStore::map(const File& index)
{
    struct stat status { };
    const bool is_file = index && fstat(index.descriptor(), &status) == 0 && S_ISREG(status.st_mode)
        && status.st_size > 0;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const bytes
        = is_file ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, index.descriptor(), 0) : MAP_FAILED;
    if (bytes != MAP_FAILED)
        indexes.emplace_back(static_cast<const char*>(bytes), size);
    if (bytes == MAP_FAILED || !indexes.back().starts_with(magic)) // version 1
        is_complete = false;
}

static bool has_loose_in(const File& objects, const std::string& id)
{
    struct stat status { };
    return objects && id.size() > 2
        && fstatat(objects.descriptor(), (id.substr(0, 2) + "/" + id.substr(2)).c_str(), &status,
               AT_SYMLINK_NOFOLLOW)
        == 0
        && S_ISREG(status.st_mode);
}

bool ObjectStore::has_loose(const std::string& id) const { return has_loose_in(objects, id); }

bool ObjectStore::has_packed(const std::string& id) const
{
    return std::any_of(indexes.begin(), indexes.end(),
        [&](std::string_view index) { return lists_object(index, id); });
}

bool ObjectStore::may_have(const std::string& id) const
{
    return has_loose(id) || has_packed(id) || !is_complete;
}

SlotStore::SlotStore(File directory)
    : slot(std::move(directory))
{
    constexpr std::size_t most = 1000;
    const File packs = open_directory(slot, "pack");
    if (!packs)
        return;
    std::vector<std::string> names = files_in(packs);
    std::erase_if(names, [&](const std::string& name) {
        return !is_pack_name(name, ".idx") || !has_content(packs, stem_of(name) + ".pack");
    });
    for (std::size_t at = 0; at < std::min(names.size(), most); ++at)
        if (File index = open_file(packs, names[at]))
            indexes.push_back(std::move(index));
}

bool SlotStore::may_have(const std::string& id) const
{
    return has_loose_in(slot, id)
        || std::any_of(indexes.begin(), indexes.end(), [&](const File& index) {
               const auto size = static_cast<std::size_t>(
                   std::max<std::int64_t>(0, system::status_of(index, "an index").st_size));
               return search(
                   [&](std::size_t offset, std::size_t count) {
                       return system::read_range(
                           index, "an index", static_cast<std::int64_t>(offset), count);
                   },
                   size, id);
           });
}

}
