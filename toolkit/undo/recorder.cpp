#include "toolkit/undo/recorder.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/time_text.hpp"
#include "toolkit/undo/store.hpp"
#include "toolkit/undo/tree_state.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace toolkit::undo {

namespace {

std::string why_not(int error)
{
    return error == EXDEV ? "what was there lies on another file system"
        : error == EACCES || error == EPERM
        ? "what was there can't be moved to '.agentcli/undo' by this user"
        : system::system_error("what was there can't be kept", error).message;
}

}

void Recorder::begin(const Workspace& workspace, Call call)
{
    this->workspace = &workspace;
    this->call = std::move(call);
}

// Opens and locks the store, and finds the number of the step.
bool Recorder::prepare()
try {
    if (!is_on() || !reason.empty())
        return false;
    if (store)
        return true;
    File found = make_store(*workspace);
    system::lock_directory(found, ".agentcli/undo/log.ndjson");
    const auto ends = ends_of_log(found);
    if (ends) {
        next = {ends->last.number + 1, 0, ends->last.sum};
        first_sum = ends->first.sum - ends->first.bytes;
        log_size = ends->size;
    } else
        next = {1, 0, 0};
    remove_kept(found, next.number); // left by a call that was killed before it wrote its line
    store = std::move(found);
    return true;
} catch (const ToolError& error) {
    give_up(error.message);
    return false;
}

bool Recorder::prepare_directory()
{
    if (!prepare())
        return false;
    if (directory)
        return true;
    const std::string name = directory_of(next.number);
    if (mkdirat(store.descriptor(), name.c_str(), 0700) == 0)
        directory = system::open_in(store, name, O_RDONLY | O_DIRECTORY);
    if (!directory)
        give_up(system::system_error("cannot make '.agentcli/undo/" + name + "'").message);
    return static_cast<bool>(directory);
}

// A file must be readable to be undone, because an undo makes a new file from the kept bytes and
// their hash.
bool Recorder::is_readable(const system::Place& place, const struct stat& status)
{
    if (status.st_size > system::usual_hash_limit) {
        give_up("what was there has more than the " + std::to_string(system::usual_hash_limit)
            + " bytes that can be hashed");
        return false;
    }
    if (faccessat(place.directory.descriptor(), place.name.c_str(), R_OK, AT_EACCESS) == 0)
        return true;
    give_up("what was there can't be read by this user");
    return false;
}

// Returns the bytes that the entry occupies; nullopt if it cannot be kept.
std::optional<std::int64_t> Recorder::look(const system::Place& place, Kept& kept)
{
    const auto status = system::status_in(place.directory, place.name);
    if (!status)
        throw ToolError(Code::conflict, "what was there was removed by another program");
    std::int64_t bytes = bytes_of(*status);
    kept.size = status->st_size;
    if (S_ISDIR(status->st_mode)) {
        TreeState state = state_of_tree(place, "what is removed");
        kept.kind = Kind::tree;
        kept.size = bytes = state.bytes;
        kept.sha256 = std::move(state.sha256);
    } else if (!S_ISREG(status->st_mode)) {
        give_up("what was there is neither a file nor a directory");
        return {};
    } else if (!is_readable(place, *status))
        return {};
    if (next.bytes + bytes > call.max_bytes) {
        give_up("what was there has more than the " + std::to_string(call.max_bytes)
            + " bytes of --keep-undo");
        return {};
    }
    return bytes;
}

bool Recorder::move_away(const system::Place& place, const std::string& name)
{
    const int error = system::rename_to_free(place, {directory, name});
    if (error != 0)
        give_up(why_not(error));
    return error == 0;
}

bool Recorder::add_name(const system::Place& place, const std::string& name)
{
    const int result = linkat(
        place.directory.descriptor(), place.name.c_str(), directory.descriptor(), name.c_str(), 0);
    if (result != 0)
        give_up(why_not(errno));
    return result == 0;
}

std::optional<Kept> Recorder::keep(
    const system::Place& place, bool (Recorder::*move)(const system::Place&, const std::string&))
try {
    if (!prepare_directory())
        return {};
    Kept kept {.name = std::to_string(count)};
    const auto bytes = look(place, kept);
    if (!bytes || !(this->*move)(place, kept.name))
        return {};
    ++count;
    next.bytes += *bytes;
    look_again(kept);
    return kept;
} catch (const ToolError& error) {
    give_up(error.message);
    return {};
}

// Returns "1 GiB" or "1000 bytes". Uses a larger unit only if the size is a multiple of it.
static std::string shown_size(std::int64_t bytes)
{
    static constexpr std::array<std::pair<std::int64_t, const char*>, 3> units {
        {{1 << 30, " GiB"}, {1 << 20, " MiB"}, {1 << 10, " KiB"}}};
    for (const auto& [size, name] : units)
        if (bytes >= size && bytes % size == 0)
            return std::to_string(bytes / size) + name;
    return std::to_string(bytes) + " bytes";
}

bool Recorder::can_take(const system::Place& place)
try {
    const auto status = system::status_in(place.directory, place.name);
    if (!is_on() || !status)
        return false;
    if (S_ISLNK(status->st_mode))
        return true;
    const bool is_directory = S_ISDIR(status->st_mode);
    const File found = find_store(*workspace);
    const File root = found ? File() : workspace->open_resolved(".", O_RDONLY | O_DIRECTORY);
    const auto bytes
        = is_directory ? state_of_tree(place, "what is removed").bytes : bytes_of(*status);
    if (bytes > call.max_bytes)
        give_up("over " + shown_size(call.max_bytes));
    else if (system::status_of(found ? found : root, "the store").st_dev != status->st_dev)
        give_up(why_not(EXDEV));
    else if (is_directory
        && faccessat(place.directory.descriptor(), place.name.c_str(), W_OK, AT_EACCESS) != 0)
        give_up(why_not(EACCES)); // '..' is changed
    else if (!is_directory && !S_ISREG(status->st_mode))
        give_up("what was there is neither a file nor a directory");
    return reason.empty() && (is_directory || is_readable(place, *status));
} catch (const ToolError& error) {
    give_up(error.message);
    return false;
}

std::optional<Kept> Recorder::take(const system::Place& place)
{
    return keep(place, &Recorder::move_away);
}

std::optional<Kept> Recorder::link(const system::Place& place)
{
    return keep(place, &Recorder::add_name);
}

std::optional<Kept> Recorder::keep_empty(const File& removed)
try {
    constexpr std::int64_t block = 4096; // bytes that it may occupy
    Kept kept {.name = std::to_string(count), .kind = Kind::tree};
    if (!removed || !prepare_directory() || next.bytes + block > call.max_bytes
        || mkdirat(directory.descriptor(), kept.name.c_str(), S_IRWXU) != 0)
        return {};
    ++count; // removed together with the others
    const File copy = system::open_in(directory, kept.name, O_RDONLY | O_DIRECTORY);
    if (!copy)
        return {};
    copy_metadata(removed, copy, "what is removed");
    TreeState state = state_of_tree({directory, kept.name}, "what is removed");
    kept.size = state.bytes;
    kept.sha256 = std::move(state.sha256);
    next.bytes += state.bytes;
    look_again(kept);
    return kept;
} catch (const ToolError&) {
    return {};
}

// Returns the name of a new file with these bytes, and the file in `copy` if that is not null.
std::optional<std::string> Recorder::write_copy(std::string_view bytes, File* copy)
{
    constexpr std::int64_t block = 4096;
    const auto size = (static_cast<std::int64_t>(bytes.size()) + block - 1) / block * block;
    if (!prepare_directory() || next.bytes + size > call.max_bytes)
        return {};
    std::string name = std::to_string(count);
    File file = system::create_beneath(directory, name);
    if (!file)
        return {};
    ++count; // counted even if the rest fails, so that it is removed with the others
    next.bytes += size;
    system::write_whole(file, "the copy", bytes);
    if (copy != nullptr)
        *copy = std::move(file);
    return name;
}

std::optional<std::string> Recorder::copy_new(const system::Place& place) noexcept
try {
    if (!is_on() || !reason.empty())
        return {};
    const File file = system::open_in(
        place.directory, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (!file || system::status_of(file, place.name).st_size > max_copy_bytes)
        return {};
    return write_copy(
        system::read_range(file, place.name, 0, static_cast<std::size_t>(max_copy_bytes)), nullptr);
} catch (const ToolError&) { // a full disk
    return {};
}

std::optional<Kept> Recorder::keep_content(
    const File& old, std::string_view content, std::optional<mode_t> mode)
try {
    constexpr mode_t permissions = 0777;
    File copy;
    auto name = write_copy(content, &copy);
    if (!name) {
        give_up("what was there can't be kept");
        return {};
    }
    if (old)
        copy_metadata(old, copy, "what was there");
    if (mode && fchmod(copy.descriptor(), *mode & permissions) != 0)
        throw system::system_error("cannot set the mode of what was there");
    Kept kept {.name = std::move(*name), .size = static_cast<std::int64_t>(content.size())};
    look_again(kept);
    return kept;
} catch (const ToolError& error) {
    give_up(error.message);
    return {};
}

void Recorder::look_again(Kept& kept)
{
    if (const auto status = system::status_in(directory, kept.name)) {
        kept.inode = status->st_ino;
        kept.seconds = status->st_ctim.tv_sec;
        kept.nanoseconds = status->st_ctim.tv_nsec;
    }
}

void Recorder::add(Change change)
{
    if (is_on())
        noted.push_back(std::move(change));
}

void Recorder::give_up(const std::string& why)
{
    if (is_on() && reason.empty())
        reason = why;
}

File Recorder::open_kept(const Kept& kept) const
{
    return system::open_in(directory, kept.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

void Recorder::write_line()
{
    next.sum += next.bytes;
    const std::string line
        = line_of({next, text::rfc3339(std::chrono::system_clock::now()), call.tool,
            call.request_sha256, undoes, redoes, reason.empty() ? noted : std::vector<Change>()});
    if (line.size() > max_log / 2)
        throw ToolError(Code::too_large, "more was changed than one line of the log can say");
    append_line(store, log_size, line, workspace->is_durable());
    if (next.sum - first_sum > call.max_bytes
        || log_size + static_cast<std::int64_t>(line.size()) > static_cast<std::int64_t>(max_log))
        drop();
}

// Drops more than necessary, so that not every call rewrites the log.
void Recorder::drop() noexcept
try {
    drop_oldest(store, call.max_bytes - call.max_bytes / 8);
} catch (const ToolError&) { // NOLINT(bugprone-empty-catch): the next call tries again
}

void Recorder::finish() noexcept
try {
    const bool is_logged = !undoes.empty() || !redoes.empty();
    if (noted.empty() && !is_logged)
        return clear();
    if (reason.empty())
        prepare();
    if (!reason.empty()) { // the call cannot be undone: discard what was kept
        clear();
        if (!is_logged || !store)
            return;
    }
    write_line();
    if (count == 0 && directory)
        unlinkat(store.descriptor(), directory_of(next.number).c_str(), AT_REMOVEDIR);
    store.close();
    directory.close();
} catch (const ToolError& error) {
    give_up(error.message);
    clear();
    store.close();
}

void Recorder::discard() noexcept
{
    noted.clear();
    undoes.clear();
    redoes.clear();
    clear();
    store.close();
}

// Discards what this call has kept, but keeps the lock of the store.
void Recorder::clear() noexcept
try {
    if (directory)
        remove_kept(store, next.number);
    directory.close();
    next.bytes = 0;
    count = 0;
} catch (const ToolError&) { // removed by the next call
    directory.close();
}

Recorder& recorder_of_call()
{
    static Recorder recorder;
    return recorder;
}

}
