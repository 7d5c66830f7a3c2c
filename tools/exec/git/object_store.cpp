#include "object_store.hpp"

#include "repository.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

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

bool lists_object(std::string_view index, std::string_view id)
{
    constexpr std::size_t fanout = 8; // offset
    constexpr std::size_t names = fanout + 256 * 4;
    const auto wanted = bytes_of(id);
    if (!wanted || wanted->empty() || !index.starts_with(magic) || index.size() < names)
        return false;
    const std::size_t size = wanted->size();
    const auto first = static_cast<unsigned char>(wanted->front());
    std::size_t low = first == 0 ? 0 : number_at(index, fanout + (first - 1U) * 4);
    std::size_t high = std::min<std::size_t>(
        number_at(index, fanout + first * 4U), (index.size() - names) / size);
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        const int order = index.compare(names + middle * size, size, *wanted);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

ObjectStore::ObjectStore(const File& directory, Of of)
    : objects(system::open_beneath(
        directory, of == Of::objects ? "." : "objects", O_PATH | O_DIRECTORY, without_links))
{
    if (!objects)
        return;
    is_complete = !system::open_beneath(objects, "info/alternates", O_PATH, without_links);
    const File packs = system::open_beneath(objects, "pack", O_RDONLY | O_DIRECTORY, without_links);
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

bool ObjectStore::has_loose(const std::string& id) const
{
    struct stat status { };
    return objects && id.size() > 2
        && fstatat(objects.descriptor(), (id.substr(0, 2) + "/" + id.substr(2)).c_str(), &status,
               AT_SYMLINK_NOFOLLOW)
        == 0
        && S_ISREG(status.st_mode);
}

bool ObjectStore::has_packed(const std::string& id) const
{
    return std::any_of(indexes.begin(), indexes.end(),
        [&](std::string_view index) { return lists_object(index, id); });
}

bool ObjectStore::may_have(const std::string& id) const
{
    return has_loose(id) || has_packed(id) || !is_complete;
}

}
