#include "shared_objects.hpp"

#include "object_files.hpp"
#include "tools/exec/sandbox/privileges.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/path_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>

namespace exec::git {

namespace {

constexpr std::int64_t max_copied = std::int64_t {256} << 20; // copied in one call
constexpr std::size_t max_loose = 400;

// Puts a copy in the place of the file. git removes a draft that stays, by its name.
void replace_by_copy(const File& directory, const std::string& name, const struct stat& status)
{
    const File from = system::open_in(directory, name, O_RDONLY);
    const std::string draft = "tmp_obj_" + system::random_name();
    const File to = from ? system::create_beneath(directory, draft) : File();
    if (!to)
        throw system::system_error("cannot copy the object " + name);
    try {
        system::copy_whole(from, to, name);
        fchmod(to.descriptor(), status.st_mode & ~static_cast<mode_t>(S_IFMT));
        futimens(to.descriptor(), std::array {status.st_atim, status.st_mtim}.data());
        if (renameat(directory.descriptor(), draft.c_str(), directory.descriptor(), name.c_str())
            != 0)
            throw system::system_error("cannot place the object " + name);
    } catch (const ToolError&) {
        unlinkat(directory.descriptor(), draft.c_str(), 0);
        throw;
    }
}

// Unshares the objects of one repository.
class Unsharing {
public:
    Unsharing(const File& objects, std::int64_t& bytes, Clock::time_point deadline)
        : objects(objects)
        , bytes(bytes)
        , deadline(deadline)
    {
    }

    // Returns false if some may still be shared.
    bool run()
    {
        for (const char* name : {"pack", "info", "info/commit-graphs"})
            enter(name);
        std::vector<std::string> directories = directories_of_loose();
        std::shuffle(directories.begin(), directories.end(),
            std::minstd_rand(static_cast<unsigned>(Clock::now().time_since_epoch().count())));
        for (const std::string& directory : directories) {
            if (examined >= max_loose && !has_found)
                return true;
            enter(directory);
        }
        return is_whole;
    }

private:
    std::vector<std::string> directories_of_loose() const
    {
        std::vector<std::string> directories;
        system::for_each_entry(
            objects, "objects", [&](std::string_view name, unsigned char /*type*/) {
                if (name.size() == 2 && name != "..")
                    directories.emplace_back(name);
            });
        return directories;
    }

    void enter(const std::string& name)
    {
        const File directory = system::open_in(objects, name, O_RDONLY | O_DIRECTORY);
        if (!directory)
            return;
        std::vector<std::pair<std::string, struct stat>> shared;
        system::for_each_entry(
            directory, "objects", [&](std::string_view entry, unsigned char type) {
                const auto status = type == DT_REG
                    ? system::status_in(directory, std::string(entry))
                    : std::nullopt;
                examined += name.size() == 2 ? 1 : 0;
                if (status && status->st_nlink > 1)
                    shared.emplace_back(entry, *status);
            });
        has_found |= !shared.empty();
        for (const auto& [entry, status] : shared) {
            bytes -= status.st_size;
            const bool can_be_copied = bytes >= 0 && Clock::now() < deadline;
            if (!can_be_copied)
                bytes += status.st_size;
            else
                replace_by_copy(directory, entry, status);
            is_whole &= can_be_copied;
        }
    }

    const File& objects;
    std::int64_t& bytes; // that may still be copied
    Clock::time_point deadline;
    std::size_t examined = 0; // loose ones
    bool has_found = false;
    bool is_whole = true;
};

}

bool unshare_objects(const std::vector<std::string>& repositories)
{
    constexpr std::chrono::seconds patience {10};
    const auto deadline = Clock::now() + patience;
    std::int64_t bytes = max_copied;
    bool is_whole = true;
    for (const std::string& repository : repositories) {
        const File objects(open(
            (repository + "/objects").c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        try {
            const sandbox::ActingAs acting(sandbox::account_of_owner(objects));
            is_whole &= objects && Unsharing(objects, bytes, deadline).run();
        } catch (const ToolError&) { // the disk is full, or the objects belong to another user
            is_whole = false;
        }
    }
    return is_whole;
}

}
