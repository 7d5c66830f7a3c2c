#include "runner/start/trust.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/places.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

namespace runner::start {

using namespace toolkit;

static constexpr std::size_t max_trust = 16 << 20;
static constexpr std::chrono::seconds max_wait {10};
static const char* const trust_name = "trust.json";
static const char* const new_name = "trust.json.new";

static std::string trust_path() { return system::state_folder() + "/" + trust_name; }

static const char* const way_out = "repair or remove it; --tools FILE needs no trust";

static ToolError unreliable(const std::string& why)
{
    return {Code::bad_request,
        "nothing is trusted, since " + text::in_quotes(trust_path()) + " " + why, way_out};
}

// Of the system call that has just failed.
static ToolError unreadable(const std::string& path)
{
    return {Code::bad_request,
        system::system_error("nothing is trusted: cannot read " + text::in_quotes(path)).message,
        way_out};
}

// Who else could write here could trust in the operator's name.
static void check_owner(const File& file, const std::string& whose)
{
    const struct stat status = system::status_of(file, trust_name);
    if (status.st_uid != geteuid() && status.st_uid != 0)
        throw unreliable(whose + "belongs to another user");
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        throw unreliable(whose + "can be changed by other users");
}

static File open_trust_folder()
{
    if (system::state_folder().empty())
        return {};
    File folder(open(system::state_folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder)
        check_owner(folder, "lies in a directory that ");
    else if (errno != ENOENT)
        throw unreadable(system::state_folder());
    return folder;
}

static File make_trust_folder()
{
    const std::string path = system::state_folder();
    if (path.empty())
        throw ToolError(Code::bad_request,
            "there is no place to keep trust: neither XDG_STATE_HOME nor HOME is set");
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        mkdir(path.substr(0, at).c_str(), 0700); // what fails here is reported below
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        throw system::system_error("cannot make the directory " + text::in_quotes(path));
    return open_trust_folder();
}

static Trusted trusted_entry(const Json& entry)
{
    Trusted result {json::string_member(entry, "kind"), json::string_member(entry, "directory"),
        json::string_member(entry, "name"), json::string_member(entry, "sha256")};
    const bool is_whole = entry.is_object() && entry.size() == 4 && !result.kind.empty()
        && result.directory.starts_with('/') && !result.name.empty() && result.sha256.size() == 64;
    if (!is_whole)
        throw ToolError(
            Code::bad_request, "an entry is not {\"kind\", \"directory\", \"name\", \"sha256\"}");
    return result;
}

static std::vector<Trusted> entries_in(const std::string& text)
{
    const Json document = json::parse_bounded(text, json::RepeatedNames::refused);
    const Json& list = json::member(document, "trusted");
    if (!document.is_object() || document.size() != 1 || !list.is_array())
        throw ToolError(Code::bad_request, "it is not {\"trusted\": […]}");
    std::vector<Trusted> entries;
    for (const auto& entry : list)
        entries.push_back(trusted_entry(entry));
    return entries;
}

static std::vector<Trusted> read_entries(const File& folder)
{
    if (!folder)
        return {};
    const File file(openat(folder.descriptor(), trust_name,
        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file && errno == ENOENT)
        return {};
    if (!file)
        throw unreadable(trust_path());
    check_owner(file, "");
    try {
        return entries_in(system::read_whole(file, trust_name, max_trust));
    } catch (const ToolError& error) {
        throw unreliable("cannot be used: " + error.message);
    }
}

// A reader has the old file or the new one, and one that is killed here leaves the old one.
static void write_entries(const File& folder, const std::vector<Trusted>& entries)
{
    Json list = Json::array();
    for (const auto& entry : entries)
        list.push_back({{"kind", entry.kind}, {"directory", entry.directory}, {"name", entry.name},
            {"sha256", entry.sha256}});
    const auto failed
        = [] { return system::system_error("cannot write " + text::in_quotes(trust_path())); };
    unlinkat(folder.descriptor(), new_name, 0); // of one that was killed
    const File file(
        openat(folder.descriptor(), new_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file)
        throw failed();
    system::write_whole(file, trust_name, Json {{"trusted", std::move(list)}}.dump(1) + "\n");
    if (fsync(file.descriptor()) != 0
        || renameat(folder.descriptor(), new_name, folder.descriptor(), trust_name) != 0)
        throw failed();
}

// Whoever holds the lock for long is none of ours.
static void lock_folder(const File& folder)
{
    const auto end = std::chrono::steady_clock::now() + max_wait;
    while (flock(folder.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            throw system::system_error("cannot lock " + text::in_quotes(system::state_folder()));
        if (std::chrono::steady_clock::now() > end)
            throw ToolError(Code::timed_out,
                "another process holds the lock of " + text::in_quotes(system::state_folder()));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

static bool is_same_place(const Trusted& one, const Trusted& other)
{
    return one.kind == other.kind && one.directory == other.directory && one.name == other.name;
}

bool is_trusted(const Trusted& found) { return text::contains(list_trusted(), found); }

std::vector<Trusted> list_trusted() { return read_entries(open_trust_folder()); }

void trust(const Trusted& found)
{
    if (!text::is_utf8(found.directory))
        throw ToolError(
            Code::bad_request, "the path " + text::in_quotes(found.directory) + " is not UTF-8");
    const File folder = make_trust_folder();
    lock_folder(folder);
    std::vector<Trusted> entries = read_entries(folder);
    std::erase_if(entries, [&](const Trusted& entry) { return is_same_place(entry, found); });
    entries.push_back(found);
    write_entries(folder, entries);
}

bool end_trust(const Trusted& found)
{
    const File folder = open_trust_folder();
    if (!folder)
        return false;
    lock_folder(folder);
    std::vector<Trusted> entries = read_entries(folder);
    if (std::erase_if(entries, [&](const Trusted& entry) { return is_same_place(entry, found); })
        == 0)
        return false;
    write_entries(folder, entries);
    return true;
}

}
