#include "toolkit/undo/store.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>

namespace toolkit::undo {

namespace {

constexpr const char* home_name = ".agentcli";
constexpr const char* store_name = "undo";
constexpr const char* shown_log = ".agentcli/undo/log.ndjson";
constexpr mode_t others_may_write = S_IWGRP | S_IWOTH;

ToolError not_ours(const std::string& why)
{
    return {Code::conflict, "the log of changes, '.agentcli/undo/log.ndjson', " + why,
        "'agentcli undo --forget' begins a new one"};
}

void check_is_own(const File& file, const char* name)
{
    const struct stat status = system::status_of(file, name);
    if (status.st_uid != getauxval(AT_EUID) || (status.st_mode & others_may_write) != 0)
        throw ToolError(Code::permission_denied,
            "'" + std::string(name)
                + "' belongs to another user, or others can write it: it is not used");
}

File open_part(const File& parent, const char* name)
{
    File opened = system::open_in(parent, name, O_RDONLY | O_DIRECTORY);
    if (!opened && errno != ENOENT)
        throw system::system_error("cannot open '.agentcli/undo'");
    return opened;
}

File open_log(const File& store, std::uint64_t flags)
{
    File log = system::open_in(store, log_name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (!log && errno == ENOENT)
        return {};
    if (!log)
        throw system::system_error(std::string("cannot open '") + shown_log + "'");
    const struct stat status = system::status_of(log, shown_log);
    if (!S_ISREG(status.st_mode) || status.st_nlink != 1 || status.st_uid != getauxval(AT_EUID)
        || (status.st_mode & others_may_write) != 0)
        throw not_ours("is not a file that only this user can change");
    if (status.st_size > static_cast<off_t>(2 * max_log))
        throw not_ours("is longer than any that these tools write");
    return log;
}

std::string text_of_log(const File& store)
{
    const File log = open_log(store, O_RDONLY);
    return log ? system::read_whole(log, shown_log, 2 * max_log) : std::string();
}

std::optional<Head> first_head(const File& log)
{
    constexpr std::size_t max_head = 128;
    const std::string text = system::read_range(log, shown_log, 0, max_head);
    return parse_head(text);
}

struct LastLine {
    std::string beginning;
    std::int64_t end; // offset after its newline
};

// Reads larger and larger pieces from the end: the line of a patch of many files is long.
std::optional<LastLine> last_line(const File& log)
{
    const std::int64_t size = system::status_of(log, shown_log).st_size;
    for (std::int64_t window = 4096;; window *= 8) {
        const std::int64_t begin = std::max<std::int64_t>(size - window, 0);
        const std::string text
            = system::read_range(log, shown_log, begin, static_cast<std::size_t>(size - begin));
        const std::size_t end = text.rfind('\n');
        if (end == std::string::npos && begin == 0)
            return {};
        if (end == std::string::npos || end == 0)
            continue;
        const std::size_t before = text.rfind('\n', end - 1);
        if (before == std::string::npos && begin > 0)
            continue;
        const std::size_t start = before == std::string::npos ? 0 : before + 1;
        return LastLine {
            text.substr(start, end - start), begin + static_cast<std::int64_t>(end) + 1};
    }
}

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos)
            break;
        lines.push_back(text.substr(at, end + 1 - at));
        at = end + 1;
    }
    return lines;
}

// Removes the files of steps that are no longer in the log, including those of a call that was
// killed while it removed them.
void remove_kept_before(const File& store, std::uint64_t number)
{
    std::vector<std::uint64_t> gone;
    system::for_each_entry(store, ".agentcli/undo", [&](std::string_view name, unsigned char) {
        std::uint64_t known = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), known);
        if (error == std::errc() && end == name.data() + name.size() && known < number)
            gone.push_back(known);
    });
    for (const std::uint64_t known : gone)
        remove_kept(store, known);
}

void replace_log(const File& store, const std::string& text)
{
    const std::string temporary = std::string(log_name) + ".new";
    unlinkat(store.descriptor(), temporary.c_str(), 0);
    const File file = system::create_beneath(store, temporary);
    if (!file)
        throw system::system_error(std::string("cannot write '") + shown_log + "'");
    system::write_whole(file, shown_log, text);
    if (renameat2(store.descriptor(), temporary.c_str(), store.descriptor(), log_name, 0) != 0)
        throw system::system_error(std::string("cannot replace '") + shown_log + "'");
}

}

std::string directory_of(std::uint64_t number) { return std::to_string(number); }

File find_store(const Workspace& workspace)
{
    const File home = open_part(workspace.root(), home_name);
    File store = home ? open_part(home, store_name) : File();
    if (store)
        check_is_own(store, ".agentcli/undo");
    return store;
}

File make_store(const Workspace& workspace)
{
    if (File store = find_store(workspace))
        return store;
    File store = system::open_own_part(workspace.root(), store_name, "the directory");
    check_is_own(store, ".agentcli/undo");
    if (const File ignored = system::create_beneath(store, ".gitignore"))
        system::write_whole(ignored, ".agentcli/undo/.gitignore", "*\n");
    return store;
}

std::vector<LoggedStep> read_steps(const File& store)
{
    const std::string text = store ? text_of_log(store) : std::string();
    std::vector<LoggedStep> steps;
    for (const std::string_view line : lines_of(text)) {
        auto step = parse_line(line.substr(0, line.size() - 1));
        if (!step)
            throw not_ours("has a line that these tools do not write");
        if (!steps.empty() && step->head.number != steps.back().step.head.number + 1)
            throw not_ours("has a gap");
        steps.push_back({std::move(*step), system::sha256(line)});
    }
    return steps;
}

std::optional<Ends> ends_of_log(const File& store)
{
    const File log = open_log(store, O_RDONLY);
    const auto last = log ? last_line(log) : std::nullopt;
    if (!last)
        return {};
    const auto first_head_of_log = first_head(log);
    const auto last_head = parse_head(last->beginning);
    if (!first_head_of_log || !last_head || first_head_of_log->number > last_head->number
        || first_head_of_log->sum > last_head->sum)
        throw not_ours("has a line that these tools do not write");
    return Ends {*first_head_of_log, *last_head, last->end};
}

void append_line(const File& store, std::int64_t size, std::string_view line, bool is_durable)
{
    File log = open_log(store, O_WRONLY);
    if (!log)
        log = system::create_beneath(store, log_name);
    if (!log || ftruncate(log.descriptor(), size) != 0
        || lseek(log.descriptor(), size, SEEK_SET) != size)
        throw system::system_error(std::string("cannot write '") + shown_log + "'");
    try {
        system::write_whole(log, shown_log, line);
        if (is_durable && fdatasync(log.descriptor()) != 0)
            throw system::system_error(std::string("cannot write '") + shown_log + "' through");
    } catch (const ToolError&) {
        (void)!ftruncate(log.descriptor(), size); // a line without newline does not count
        throw;
    }
    if (is_durable)
        system::synchronise_names(store, std::string("cannot write '") + shown_log + "' through");
}

void remove_kept(const File& store, std::uint64_t number)
{
    const std::string name = directory_of(number);
    if (system::status_in(store, name))
        workspace::remove_hidden_tree({store, name}, ".agentcli/undo/" + name);
}

void drop_oldest(const File& store, std::int64_t max_bytes)
{
    const std::string text = text_of_log(store);
    const auto lines = lines_of(text);
    std::int64_t bytes = 0;
    std::size_t size = 0;
    std::size_t first = lines.size();
    while (first > 0) {
        const auto head = parse_head(lines[first - 1]);
        if (!head)
            throw not_ours("has a line that these tools do not write");
        // The newest step stays; its size was checked before.
        if (first < lines.size()
            && (bytes + head->bytes > max_bytes || size + lines[first - 1].size() > max_log / 2))
            break;
        bytes += head->bytes;
        size += lines[--first].size();
    }
    if (first == 0)
        return;
    std::string rest;
    for (std::size_t index = first; index < lines.size(); ++index)
        rest += lines[index];
    replace_log(store, rest);
    remove_kept_before(store, parse_head(lines[first])->number);
}

}
