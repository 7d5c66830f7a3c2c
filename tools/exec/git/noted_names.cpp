#include "noted_names.hpp"

#include "name_files.hpp"
#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <thread>

namespace exec::git {

static constexpr const char* path_of_file = "agentcli/names";
static constexpr mode_t in_use = S_IXUSR; // a call has not compared the names yet
static constexpr std::size_t most = std::size_t {64} << 20;

// Adds the name in a line of the file.
static void add_line(NamedIds& names, std::string_view line)
{
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || !names_object(line.substr(0, space)))
        return;
    NamedBy by;
    const auto parsed
        = std::from_chars(line.data() + space + 1, line.data() + line.size(), by.time);
    if (parsed.ec != std::errc() || by.time < 0 || parsed.ptr == line.data() + line.size())
        return;
    by.text = line.substr(static_cast<std::size_t>(parsed.ptr - line.data()) + 1);
    add_name(names, std::string(line.substr(0, space)), std::move(by));
}

static NamedIds names_in_text(std::string_view text)
{
    NamedIds names;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        add_line(names, line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return names;
}

static std::string text_with(const NamedIds& names)
{
    std::string text;
    for (const auto& [id, by] : names)
        text += id + " " + std::to_string(by.time) + " " + by.text + "\n";
    return text;
}

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

// Locks the file, or shares the lock if others have it. Returns LOCK_EX, LOCK_SH, or 0 if another
// call has compared names for more than 10 s.
static int lock(const File& file)
{
    constexpr int max_tries = 10'000;
    for (int tries = 0; tries < max_tries; ++tries) {
        for (const int kind : {LOCK_EX, LOCK_SH})
            if (flock(file.descriptor(), kind | LOCK_NB) == 0)
                return kind;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return 0;
}

NotedNames::NotedNames(const File& repository)
    : file(open_file(repository))
{
    if (!file)
        return;
    const int kind = lock(file);
    is_locked = kind != 0;
    const struct stat status = system::status_of(file, path_of_file);
    alone = kind == LOCK_EX && (status.st_mode & in_use) == 0;
    empty = status.st_size == 0;
}

void NotedNames::note(const NamedIds& names, bool are_all)
{
    try {
        std::string text = file ? text_with(names) : std::string();
        if (text.size() > most) {
            NamedIds refs = names;
            std::erase_if(refs, [](const auto& name) { return name.second.time != 0; });
            text = text_with(refs);
        }
        if (file && alone && are_all)
            replace(text);
        else
            add(names);
    } catch (const ToolError&) { // the disk is full: another call cannot know them
        alone = false;
    }
}

void NotedNames::share()
{
    if (!file)
        return;
    if (alone)
        noted = system::status_of(file, path_of_file).st_size;
    set_in_use(file, true);
    flock(file.descriptor(), LOCK_SH | LOCK_NB);
}

// First the new text, then the end: a tool that is killed in between leaves no less.
void NotedNames::replace(const std::string& text) const
{
    if (text_of(file) == text)
        return;
    lseek(file.descriptor(), 0, SEEK_SET);
    system::write_whole(file, path_of_file, text);
    if (ftruncate(file.descriptor(), static_cast<off_t>(text.size())) != 0)
        throw system::system_error("cannot write '" + std::string(path_of_file) + "'");
}

bool NotedNames::is_unchanged() const
{
    return !file || system::status_of(file, path_of_file).st_size == noted;
}

void NotedNames::add(const NamedIds& names) const
{
    if (!file)
        return;
    errno = EFBIG;
    if (system::status_of(file, path_of_file).st_size >= static_cast<off_t>(most))
        throw system::system_error("cannot add to '" + std::string(path_of_file) + "'");
    const NamedIds old = read();
    NamedIds added;
    for (const auto& [id, by] : names)
        if (const auto found = old.find(id); found == old.end() || is_longer(by, found->second))
            added.emplace(id, by);
    fcntl(file.descriptor(), F_SETFL, O_APPEND); // others may add at the same time
    if (!added.empty()) // a full disk may have cut the last line
        system::write_whole(file, path_of_file, "\n" + text_with(added));
}

bool NotedNames::begin_comparison() const { return file && is_locked && lock(file) == LOCK_EX; }

NamedIds NotedNames::read() const { return file ? names_in_text(text_of(file)) : NamedIds(); }

void NotedNames::close() const
{
    if (!file || flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0)
        return;
    if (!is_unchanged() && ftruncate(file.descriptor(), 0) != 0)
        return; // the next call compares once more
    set_in_use(file, false);
}

void NotedNames::unlock() const
{
    if (file)
        flock(file.descriptor(), LOCK_UN);
}

}
