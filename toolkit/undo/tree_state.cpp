#include "toolkit/undo/tree_state.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>

#include <algorithm>
#include <vector>

namespace toolkit::undo {

namespace {

enum class TreeDetail { identities, contents };

class Walk {
public:
    explicit Walk(const std::function<void(const std::string& path)>& visit,
        TreeDetail told = TreeDetail::identities)
        : visit(visit)
        , told(told)
    {
    }

    void enter(const File& directory, const std::string& path)
    {
        std::vector<std::string> names;
        system::for_each_entry(directory, path,
            [&](std::string_view name, unsigned char) { names.emplace_back(name); });
        std::sort(names.begin(), names.end());
        for (const std::string& name : names)
            look(directory, name, path.empty() ? name : path + "/" + name);
    }

    void note(const std::string& text) { state.sha256 = system::sha256(state.sha256 + text); }

    TreeState state;

private:
    void look(const File& directory, const std::string& name, const std::string& path)
    {
        if (visit)
            visit(path);
        const auto status = system::status_in(directory, name);
        if (!status)
            throw ToolError(Code::conflict,
                text::in_quotes(path) + " was removed by another program meanwhile");
        const bool is_directory = S_ISDIR(status->st_mode);
        std::string text = path;
        text += '\0';
        for (const std::uint64_t number : {std::uint64_t {status->st_mode},
                 std::uint64_t {status->st_uid}, std::uint64_t {status->st_gid}})
            text += std::to_string(number) + " ";
        note(text
            + (told == TreeDetail::contents ? content_of(directory, name, *status)
                                            : identity_of(*status)));
        state.bytes += bytes_of(*status);
        if (!is_directory)
            return;
        const File inner = system::open_in(directory, name, O_RDONLY | O_DIRECTORY);
        if (!inner)
            throw system::system_error("cannot open " + text::in_quotes(path));
        enter(inner, path);
    }

    static std::string identity_of(const struct stat& status)
    {
        std::string text;
        for (const std::uint64_t number : {std::uint64_t {status.st_ino},
                 static_cast<std::uint64_t>(S_ISDIR(status.st_mode) ? 0 : status.st_size),
                 static_cast<std::uint64_t>(status.st_ctim.tv_sec),
                 static_cast<std::uint64_t>(status.st_ctim.tv_nsec)})
            text += std::to_string(number) + " ";
        return text;
    }

    // Returns the hash of an entry's content. The entries of a directory are hashed on their own.
    static std::string content_of(
        const File& directory, const std::string& name, const struct stat& status)
    {
        if (S_ISDIR(status.st_mode))
            return {};
        if (S_ISREG(status.st_mode) && status.st_size <= system::usual_hash_limit)
            if (const File file
                = system::open_in(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY))
                return system::sha256(file, name, {system::usual_hash_limit, "hash", ""});
        if (S_ISLNK(status.st_mode))
            if (const auto target
                = system::find_target_of(system::open_in(directory, name, O_PATH | O_NOFOLLOW)))
                return system::sha256(*target);
        return identity_of(status);
    }

    const std::function<void(const std::string& path)>& visit;
    TreeDetail told;
};

void note_tree(Walk& walk, const system::Place& place, std::string_view given)
{
    const File directory = system::open_in(place.directory, place.name, O_RDONLY | O_DIRECTORY);
    if (!directory)
        throw system::system_error("cannot open " + text::in_quotes(given));
    const struct stat status = system::status_of(directory, given);
    walk.note(std::to_string(status.st_mode) + " " + std::to_string(status.st_uid) + " "
        + std::to_string(status.st_gid));
    walk.state.bytes = bytes_of(status);
    walk.enter(directory, "");
}

}

void copy_metadata(const File& from, const File& to, std::string_view given)
{
    constexpr mode_t bits = 03777;
    system::keep_metadata(from, to, given);
    if (fchmod(to.descriptor(), system::status_of(from, given).st_mode & bits) != 0)
        throw system::system_error("cannot set the mode of " + text::in_quotes(given));
}

std::int64_t bytes_of(const struct stat& status)
{
    constexpr std::int64_t block = 512;
    return status.st_blocks * block;
}

TreeState state_of_tree(const system::Place& place, std::string_view given,
    const std::function<void(const std::string& path)>& visit)
{
    Walk walk(visit);
    note_tree(walk, place, given);
    return walk.state;
}

std::string contents_of_tree(const system::Place& place, std::string_view given)
{
    const std::function<void(const std::string& path)> nobody;
    Walk walk(nobody, TreeDetail::contents);
    note_tree(walk, place, given);
    return walk.state.sha256;
}

}
