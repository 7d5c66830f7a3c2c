#include "object_mounts.hpp"

#include "mounts.hpp"
#include "tools/exec/sandbox/namespaces.hpp"

#include <fcntl.h>

namespace exec::view {

using namespace mounts;

static constexpr const char* of_objects = "the objects of a repository";

static File open_place(const std::string& path)
{
    File place(open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!place)
        throw sandbox::unavailable(std::string(of_objects) + ", open");
    return place;
}

static File copy_at(const std::string& path)
{
    return copy_of(open_place(path), Depth::with_mounts_beneath, of_objects);
}

std::vector<File> copies_of_indexes(const std::vector<SlotPlaces>& slots)
{
    std::vector<File> copies;
    for (const SlotPlaces& places : slots) {
        copies.push_back(copy_of(open_place(places.indexes), Depth::alone, of_objects));
        restrict_copy(copies.back(), no_suid | no_devices | no_execution, of_objects);
    }
    return copies;
}

ObjectMounts::ObjectMounts(const View& view)
{
    for (const std::string& repository : view.closed_objects) {
        const std::string path = repository + "/objects";
        closed.emplace_back(path, copy_at(path));
        restrict_copy(closed.back().second, read_only, of_objects);
    }
    for (const SlotPlaces& places : view.slots) {
        all.push_back({places, copy_at(places.repository + "/objects"), copy_at(places.slot),
            copy_at(places.slot + "/info"), copy_at(places.own_directory + "/alternates")});
        restrict_copy(all.back().existing_objects, read_only, of_objects);
        restrict_copy(all.back().alternates, read_only, of_objects);
    }
}

void ObjectMounts::attach() const
{
    for (const auto& [path, copy] : closed)
        mounts::attach(copy, open_place(path), of_objects);
    for (const Copies& copies : all) {
        const std::string objects = copies.places.repository + "/objects";
        mounts::attach(
            copies.existing_objects, open_place(copies.places.own_directory + "/base"), of_objects);
        mounts::attach(copies.slot, open_place(objects), of_objects);
        mounts::attach(copies.info, open_place(objects + "/info"), of_objects);
        mounts::attach(copies.alternates, open_place(objects + "/info/alternates"), of_objects);
    }
}

}
