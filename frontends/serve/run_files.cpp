#include "frontends/serve/run_files.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/serve/run_id.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

namespace frontends::serve {

using namespace agent;

static constexpr const char* runs_name = "runs";
static constexpr const char* keys_name = "keys";
static constexpr const char* owners_name = "workflow-owners";
static constexpr const char* request_name = "request.json";
static constexpr const char* events_name = "events.ndjson";
static constexpr const char* conversation_name = "conversation.ndjson";
static constexpr const char* cancelled_name = "cancelled";
static constexpr const char* approved_name = "approved";
static constexpr std::size_t max_kept_file = 64 << 20;
static constexpr int of_directories = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

RunFiles::RunFiles(const File& state)
{
    const std::pair<File*, const char*> directories[]
        = {{&runs, runs_name}, {&keys, keys_name}, {&owners, owners_name}};
    for (const auto& [directory, name] : directories) {
        if (mkdirat(state.descriptor(), name, S_IRWXU) != 0 && errno != EEXIST)
            throw system::system_error("cannot make a directory of the state");
        *directory = File(openat(state.descriptor(), name, of_directories));
        if (!*directory)
            throw system::system_error("cannot open a directory of the state");
    }
    // StateDirectory tests this lock, and releases it immediately.
    if (flock(runs.descriptor(), LOCK_EX) != 0)
        throw system::system_error("cannot lock the directory of runs");
    load_keys();
}

File open_if_there(const File& directory, const char* name, int flags)
{
    File file(openat(directory.descriptor(), name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
        S_IRUSR | S_IWUSR));
    if (!file && (errno == EMFILE || errno == ENFILE || errno == ENOMEM))
        throw system::system_error("cannot open " + text::in_quotes(name));
    return file;
}

File RunFiles::directory_of(const std::string& id) const
{
    return open_if_there(runs, id.c_str(), O_RDONLY | O_DIRECTORY);
}

// Returns an error whose code does not blame the client.
static ToolError cannot_keep()
{
    const bool is_read_only = errno == EROFS;
    ToolError error = system::system_error("cannot keep the run");
    if (error.code != Code::no_space)
        error.code = is_read_only ? Code::no_space : Code::io_error;
    return error;
}

File new_kept_file(const File& directory, const char* name, int flags)
{
    File file(openat(directory.descriptor(), name,
        O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags, S_IRUSR | S_IWUSR));
    if (!file)
        throw cannot_keep();
    return file;
}

std::shared_ptr<EventLog> RunFiles::make(const std::string& id, const Json& request) const
{
    if (mkdirat(runs.descriptor(), id.c_str(), S_IRWXU) != 0)
        throw cannot_keep();
    try {
        const File directory = directory_of(id);
        system::write_whole(new_kept_file(directory, request_name, O_WRONLY), "the request",
            request.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
        return std::make_shared<EventLog>(
            new_kept_file(directory, events_name, O_RDWR | O_APPEND), true);
    } catch (const ToolError&) {
        if (unlinkat(runs.descriptor(), id.c_str(), AT_REMOVEDIR) != 0)
            remove_files(id);
        throw;
    }
}

std::shared_ptr<EventLog> RunFiles::events_of(const std::string& id, bool is_written) const
{
    const File directory = directory_of(id);
    if (!directory)
        return nullptr;
    File file = open_if_there(
        directory, events_name, is_written ? O_RDWR | O_APPEND | O_CREAT : O_RDONLY);
    return file ? std::make_shared<EventLog>(std::move(file), is_written) : nullptr;
}

Json RunFiles::request_of(const std::string& id) const
try {
    const File directory = directory_of(id);
    const File file = directory ? open_if_there(directory, request_name, O_RDONLY) : File();
    return file ? json::parse_bounded(system::read_whole(file, request_name, max_kept_file))
                : Json();
} catch (const ToolError&) { // incomplete after a crash
    return {};
}

std::vector<RunId> RunFiles::ids() const
{
    std::vector<RunId> all;
    const File again(openat(runs.descriptor(), ".", of_directories)); // from the beginning
    system::for_each_entry(again, runs_name, [&](std::string_view entry, unsigned char) {
        if (is_run_id(entry))
            all.emplace_back(entry);
    });
    std::sort(all.begin(), all.end());
    return all;
}

RunFiles::Kept RunFiles::kept_of(const std::string& id) const
{
    Kept kept;
    const File directory = directory_of(id);
    for (const char* name : {request_name, events_name}) {
        struct stat status { };
        if (!directory || fstatat(directory.descriptor(), name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        kept.bytes += static_cast<std::uint64_t>(status.st_size);
        kept.changed
            = std::max(kept.changed, std::chrono::system_clock::from_time_t(status.st_mtim.tv_sec));
    }
    return kept;
}

void RunFiles::mark_cancelled(const std::string& id) const
{
    const std::string path = id + "/" + cancelled_name;
    const File mark(openat(runs.descriptor(), path.c_str(),
        O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

bool RunFiles::is_cancelled(const std::string& id) const
{
    const std::string path = id + "/" + cancelled_name;
    return faccessat(runs.descriptor(), path.c_str(), F_OK, 0) == 0;
}

// The file has a line "+ASK" or "-ASK" for each mark; the last one of an ask counts.
void RunFiles::mark_approved(const std::string& id, const std::string& ask, bool is_approved) const
{
    const std::string path = id + "/" + approved_name;
    const File file(openat(runs.descriptor(), path.c_str(),
        O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    const auto gives_up = [] { return false; };
    const std::string line = (is_approved ? "+" : "-") + ask + "\n";
    if (!file || (errno = system::write_all(file.descriptor(), line, gives_up)) != 0)
        throw cannot_keep();
}

std::set<std::string> RunFiles::approved_asks(const std::string& id) const
{
    std::set<std::string> asks;
    const std::string path = id + "/" + approved_name;
    const File file = open_if_there(runs, path.c_str(), O_RDONLY);
    if (!file)
        return asks;
    const std::string marks = system::read_whole(file, approved_name, max_kept_file);
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = marks.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
        const std::string ask = marks.substr(begin + 1, end - begin - 1);
        if (marks[begin] == '+')
            asks.insert(ask);
        else
            asks.erase(ask);
    }
    return asks;
}

void RunFiles::remove_working_files(const std::string& id) const
{
    for (const char* name : {conversation_name, cancelled_name, approved_name})
        unlinkat(runs.descriptor(), (id + "/" + name).c_str(), 0);
}

// Returns true if the directory of the run is gone.
bool RunFiles::remove_files(const std::string& id) const
{
    if (const File directory = directory_of(id))
        for (const char* name :
            {request_name, events_name, conversation_name, cancelled_name, approved_name})
            unlinkat(directory.descriptor(), name, 0);
    return unlinkat(runs.descriptor(), id.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT;
}

bool RunFiles::remove(const std::string& id)
{
    const bool is_gone = remove_files(id);
    const auto key = keys_of_runs.find(RunId(id));
    if (is_gone && key != keys_of_runs.end()) {
        unlinkat(keys.descriptor(), key->second.c_str(), 0);
        keys_of_runs.erase(key);
    }
    return is_gone;
}

RunFiles::Begun RunFiles::begun_by(const std::string& key) const
{
    constexpr std::size_t max_bytes = 256;
    const File file = open_if_there(keys, key.c_str(), O_RDONLY);
    if (!file)
        return {};
    const std::string text = system::read_range(file, keys_name, 0, max_bytes);
    const std::size_t space = text.find(' ');
    Begun begun {text.substr(0, space), space == std::string::npos ? "" : text.substr(space + 1)};
    return is_run_id(begun.id) && directory_of(begun.id) ? begun : Begun {};
}

// To be called before the run is created: a key without a run has no meaning.
void RunFiles::keep_key(const std::string& key, const Begun& begun)
{
    unlinkat(keys.descriptor(), key.c_str(), 0);
    system::write_whole(
        new_kept_file(keys, key.c_str(), O_WRONLY), keys_name, begun.id + " " + begun.body);
    keys_of_runs[RunId(begun.id)] = key;
}

// Reads the files of keys, and removes those of runs that are no longer kept.
void RunFiles::load_keys()
{
    const File again(openat(keys.descriptor(), ".", of_directories));
    std::vector<std::string> all;
    system::for_each_entry(
        again, keys_name, [&](std::string_view entry, unsigned char) { all.emplace_back(entry); });
    for (const auto& key : all)
        if (const Begun begun = begun_by(key); begun.id.empty())
            unlinkat(keys.descriptor(), key.c_str(), 0);
        else
            keys_of_runs[RunId(begun.id)] = key;
}

bool RunFiles::can_be_written() const
{
    constexpr const char* probe = "probe";
    const File file(openat(runs.descriptor(), probe,
        O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR));
    const bool is_written = file && write(file.descriptor(), probe, 1) == 1;
    unlinkat(runs.descriptor(), probe, 0);
    return is_written;
}

std::string end_line(std::uint64_t seq, const std::string& time, Json run)
{
    constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
    return channel::encode(
               channel::End {channel::Document(std::move(run))}, {seq, time}, {}, no_limit)
        + "\n";
}

Json end_of(const EventLog& log)
try {
    const std::string line = log.last_line();
    const auto head = channel::event_head(line);
    if (!head || head->name != "end")
        return {};
    const auto received = channel::decode_event<channel::Event>(line);
    return std::get<channel::End>(received->event).run.json();
} catch (const ToolError&) {
    return {};
}

}
