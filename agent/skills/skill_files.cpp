#include "agent/skills/skill_files.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/system/repository.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>

namespace agent::skills {

static constexpr std::size_t max_files = 1000;
static constexpr std::size_t max_bytes = 16 << 20; // of all files together
static constexpr int max_depth = 8;

static Workspace workspace_at(const std::filesystem::path& directory)
{
    workspace::WorkspaceOptions options;
    options.root = directory.string();
    return Workspace(options);
}

std::optional<File> open_above(const std::string& path)
{
    const auto place = system::place_in_repository(path);
    if (!place || place->levels == 0)
        return std::nullopt;
    return workspace_at(place->directory).open_to_read(place->path);
}

File open_skill_directory(const std::string& path, Source source)
{
    if (source == Source::workspace) {
        const auto place = system::place_in_repository(path);
        return place && place->levels > 0
            ? workspace_at(place->directory).open_directory(place->path)
            : Workspace(workspace::WorkspaceOptions()).open_directory(path);
    }
    File directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        throw system::system_error("cannot read " + text::in_quotes(path));
    return directory;
}

static File open_at(const File& directory, const std::string& path, std::uint64_t flags)
{
    File file = system::open_beneath(directory, path,
        flags | O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY,
        RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    if (file)
        return file;
    if (errno == ELOOP || errno == EXDEV)
        throw ToolError(Code::not_a_file,
            text::in_quotes(path) + " is, or leads through, a link, and none is followed");
    throw system::system_error("cannot read " + text::in_quotes(path));
}

std::string read_in(const File& directory, const std::string& path, std::size_t most)
{
    const File file = open_at(directory, path, 0);
    if (!S_ISREG(system::status_of(file, path).st_mode))
        throw ToolError(Code::not_a_file, text::in_quotes(path) + " is not a regular file");
    return system::read_whole(file, path, most);
}

namespace {

// Walks a directory, within the limits for entries and levels, and calls `take` with the path and
// the type of each entry that is not a directory.
class Walk {
public:
    using Take = std::function<void(const std::string& path, unsigned char type)>;

    Walk(const File& root, bool takes_hidden, Take take)
        : root(root)
        , takes_hidden(takes_hidden)
        , take(std::move(take))
    {
    }

    // Returns false if a limit was reached.
    bool run() { return enter(root, "", 0); }

private:
    bool enter(const File& directory, const std::string& path, int depth)
    {
        bool is_whole = true;
        std::vector<std::string> inner;
        system::for_first_entries(
            directory, path, max_files + 1, [&](std::string_view name, unsigned char type) {
                if (!takes_hidden && name.starts_with('.'))
                    return;
                const std::string whole = path + std::string(name);
                if (++count > max_files)
                    is_whole = false;
                else if (type == DT_DIR)
                    inner.push_back(whole);
                else
                    take(whole, type);
            });
        for (const auto& each : inner) {
            if (depth == max_depth)
                return false;
            is_whole = enter(open_at(root, each, O_DIRECTORY), each + "/", depth + 1) && is_whole;
        }
        return is_whole;
    }

    const File& root;
    bool takes_hidden;
    Take take;
    std::size_t count = 0;
};

}

// True if the path is UTF-8 without control characters.
static bool is_plain(const std::string& path)
{
    return text::is_utf8(path) && std::none_of(path.begin(), path.end(), [](char letter) {
        return static_cast<unsigned char>(letter) < ' ' || letter == 0x7f;
    });
}

// Opens the directory again, since listing it moves the offset of the open file.
static File relisted(const File& directory)
{
    File own(openat(directory.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!own)
        throw system::system_error("cannot list the skill");
    return own;
}

std::vector<FileOfSkill> hashed_files(const File& directory)
{
    std::vector<FileOfSkill> files;
    std::size_t left = max_bytes;
    const File own = relisted(directory);
    const bool is_whole = Walk(own, true, [&](const std::string& path, unsigned char type) {
        if (type != DT_REG || !is_plain(path))
            throw ToolError(Code::bad_request,
                text::in_quotes(path) + " is not a regular file with a name in UTF-8 on one line",
                "a skill of a workspace has only files and directories");
        const std::string bytes = read_in(own, path, left);
        left -= bytes.size();
        files.push_back({path, bytes.size(), system::sha256(bytes)});
    }).run();
    if (!is_whole)
        throw ToolError(Code::bad_request, "it has more than 1,000 files, or more than 8 levels");
    std::sort(files.begin(), files.end(),
        [](const FileOfSkill& one, const FileOfSkill& other) { return one.path < other.path; });
    return files;
}

std::vector<std::string> told_files(const File& directory)
{
    std::vector<std::string> files;
    const File own = relisted(directory);
    Walk(own, false, [&](const std::string& path, unsigned char type) {
        if (type == DT_REG && is_plain(path))
            files.push_back(path);
    }).run();
    std::sort(files.begin(), files.end());
    return files;
}

}
