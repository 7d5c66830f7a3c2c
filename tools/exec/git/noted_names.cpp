#include "noted_names.hpp"

#include "lost_names.hpp"
#include "name_files.hpp"
#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace exec::git {

static constexpr const char* path_of_file = "agentcli/names";
static constexpr mode_t in_use = S_IXUSR; // a call has not compared the names yet

static NotedNames::Names names_in_text(std::string_view text)
{
    NotedNames::Names names;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t space = line.find(' ');
        if (space != std::string_view::npos && names_object(line.substr(0, space)))
            names.emplace(line.substr(0, space), line.substr(space + 1));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return names;
}

static std::string text_with(const NotedNames::Names& names)
{
    std::string text;
    for (const auto& [id, name] : names)
        text += id + " " + name + "\n";
    return text;
}

static constexpr std::size_t most = std::size_t {64} << 20;

static std::string text_of(const File& file)
{
    return system::read_range(file, path_of_file, 0, most);
}

static void set_in_use(const File& file, bool is_in_use)
{
    const mode_t mode = S_IRUSR | S_IWUSR | (is_in_use ? in_use : 0);
    fchmod(file.descriptor(), mode);
}

static File open_file(const File& repository)
{
    const File own
        = system::open_beneath(repository, "agentcli", O_PATH | O_DIRECTORY, without_links);
    return own ? File(openat(own.descriptor(), "names",
               O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR))
               : File();
}

NotedNames::NotedNames(const File& repository, const ObjectNames& names)
    : file(open_file(repository))
{
    try {
        if (file)
            note(names);
    } catch (const ToolError&) { // the disk is full: another call cannot know them
        return;
    }
}

void NotedNames::note(const ObjectNames& names)
{
    const bool is_alone = flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0;
    const struct stat status = system::status_of(file, path_of_file);
    const bool is_shared = !is_alone || (status.st_mode & in_use) != 0;
    if (is_shared || !names.incomplete().empty())
        add(noted_names(names.texts()));
    else if (names.has_news())
        replace(text_with(noted_names(names.texts())));
    else
        noted = text_of(file);
    if (is_alone)
        set_in_use(file, true);
    flock(file.descriptor(), LOCK_SH | LOCK_NB);
}

// First the new text, then the end: a tool that is killed in between leaves no less.
void NotedNames::replace(const std::string& text)
{
    if (text_of(file) != text) {
        lseek(file.descriptor(), 0, SEEK_SET);
        system::write_whole(file, path_of_file, text);
        if (ftruncate(file.descriptor(), static_cast<off_t>(text.size())) != 0)
            throw system::system_error("cannot write '" + std::string(path_of_file) + "'");
    }
    noted = text;
}

bool NotedNames::is_unchanged() const { return !file || text_of(file) == noted; }

void NotedNames::add(const Names& names) const
{
    if (!file || system::status_of(file, path_of_file).st_size >= static_cast<off_t>(most))
        return;
    Names added = names;
    for (const auto& [id, name] : read())
        added.erase(id);
    lseek(file.descriptor(), 0, SEEK_END);
    if (!added.empty())
        system::write_whole(file, path_of_file, text_with(added));
}

NotedNames::Names NotedNames::read() const { return file ? names_in_text(text_of(file)) : Names(); }

void NotedNames::close() const
{
    if (file && flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0)
        set_in_use(file, false);
}

}
