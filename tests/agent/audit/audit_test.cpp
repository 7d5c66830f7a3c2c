#include "catch.hpp"

#include "agent/audit/audit.hpp"
#include "agent/audit/audit_check.hpp"
#include "agent/audit/audit_lines.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

using namespace agent::audit;
using namespace agent::redaction;
using namespace toolkit::system;

namespace fs = std::filesystem;

// An empty current directory, for as long as it lives.
class Elsewhere {
public:
    Elsewhere()
        : before(fs::current_path())
    {
        std::string name = fs::temp_directory_path() / "audit.XXXXXX";
        fs::current_path(path = mkdtemp(name.data()));
    }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;
    ~Elsewhere()
    {
        fs::current_path(before);
        fs::remove_all(path);
    }

private:
    fs::path before;
    fs::path path;
};

static const fs::path folder = ".agentcli/audit";

// What a run has of it.
struct Trail {
    Redaction redaction {Secrets()};
    Audit audit {redaction, [](const std::string&) {}, AuditPolicy::required};
};

static AuditEntry entry_at_new_year()
{
    AuditEntry entry;
    entry.time = std::chrono::system_clock::from_time_t(1767225599) + std::chrono::milliseconds(7);
    entry.tool = "t";
    entry.exit = 0;
    return entry;
}

TEST_CASE("a line goes to the day's file in UTC, and nobody else may read it")
{
    const Elsewhere elsewhere;
    Trail trail;
    Audit& audit = trail.audit;
    audit.write(entry_at_new_year());
    audit.write(entry_at_new_year());
    const File log(open((folder / "20251231.log").c_str(), O_RDONLY | O_CLOEXEC));
    REQUIRE(log);
    const std::string text = read_whole(log, "log", 10000);
    CHECK(text.starts_with(R"({"ts":"2025-12-31T23:59:59.007Z","seq":1,"prev":"0000)"));
    CHECK(std::count(text.begin(), text.end(), '\n') == 2);
    CHECK((status_of(log, "log").st_mode & 0777U) == 0600);
}

TEST_CASE("a log that is no regular file of its own is refused")
{
    const Elsewhere elsewhere;
    fs::create_directories(folder);
    const fs::path log = folder / "20251231.log";
    SECTION("a link") { fs::create_symlink("/dev/null", log); }
    SECTION("a link to nowhere") { fs::create_symlink("elsewhere", log); }
    SECTION("a pipe") { mkfifo(log.c_str(), 0600); }
    SECTION("a folder") { fs::create_directory(log); }
    CHECK_THROWS_AS(Trail().audit.write(entry_at_new_year()), ToolError);
    CHECK_FALSE(fs::exists("elsewhere"));
}

TEST_CASE("whatever bytes a call has, its line is JSON")
{
    const Elsewhere elsewhere;
    AuditEntry entry = entry_at_new_year();
    entry.tool = "\xff\n\"";
    entry.argv = {"\x80"};
    entry.failure = std::string("\0x", 2);
    CHECK_NOTHROW(Trail().audit.write(entry));
}

static std::vector<std::string> lines_in(const fs::path& source)
{
    std::vector<std::string> lines;
    for_each_audit_line(
        source, [&](const AuditPlace&, std::string_view line) { lines.emplace_back(line); });
    return lines;
}

static std::string complaint_about(
    const std::vector<std::string>& lines, const KeptHashes& kept = {})
{
    AuditCheck check(kept);
    AuditPlace place {"log"};
    for (const auto& line : lines) {
        ++place.line;
        check.take(place, line);
    }
    return check.complaint().value_or("none");
}

TEST_CASE("the chain crosses files, runs, and a clock that is set back")
{
    const Elsewhere elsewhere;
    AuditEntry entry = entry_at_new_year();
    Trail first;
    Trail second;
    first.audit.write(entry);
    second.audit.write(entry);
    entry.time += std::chrono::hours(24);
    second.audit.write(entry);
    first.audit.write(entry_at_new_year());
    Trail().audit.write(entry_at_new_year());
    CHECK(lines_in(folder / "20251231.log").size() == 2);
    const auto lines = lines_in(folder);
    CHECK(lines.size() == 5);
    CHECK(complaint_about(lines) == "none");
}

TEST_CASE("many runs at once write one chain")
{
    const Elsewhere elsewhere;
    std::vector<std::thread> writers;
    for (int writer = 0; writer < 4; ++writer)
        writers.emplace_back([] {
            Trail trail;
            for (int line = 0; line < 25; ++line)
                trail.audit.write(entry_at_new_year());
        });
    for (auto& writer : writers)
        writer.join();
    const auto lines = lines_in(folder);
    CHECK(lines.size() == 100);
    CHECK(complaint_about(lines) == "none");
}

static std::vector<std::string> six_lines()
{
    const Elsewhere elsewhere;
    Trail trail;
    for (int line = 0; line < 6; ++line)
        trail.audit.write(entry_at_new_year());
    return lines_in(folder);
}

TEST_CASE("the first line that was tampered with is named")
{
    auto lines = six_lines();
    const auto change
        = [&](std::size_t index) { lines[index].replace(lines[index].find("\"t\""), 3, "\"x\""); };
    CHECK(complaint_about(lines) == "none");
    SECTION("one in the middle is changed")
    {
        change(2);
        CHECK(complaint_about(lines) == "log, line 3, was changed");
    }
    SECTION("the first one is changed")
    {
        change(0);
        CHECK(complaint_about(lines) == "log, line 1, was changed");
    }
    SECTION("the last but one is changed")
    {
        change(4);
        CHECK(complaint_about(lines) == "log, line 5, or the next one, was changed");
    }
    SECTION("one is removed")
    {
        lines.erase(lines.begin() + 2);
        CHECK(complaint_about(lines)
            == "log, line 3, does not follow the one before: 1 removed between them");
    }
    SECTION("the beginning is removed")
    {
        lines.erase(lines.begin(), lines.begin() + 2);
        CHECK(complaint_about(lines)
            == "log, line 1, is the first one here, and has the number 3: what was before it was "
               "removed");
    }
    SECTION("one is repeated")
    {
        lines.insert(lines.begin() + 3, lines[2]);
        CHECK(complaint_about(lines) == "log, line 3, was inserted");
    }
    SECTION("one is inserted that follows well")
    {
        std::string forged = lines[3];
        forged.replace(forged.find("\"t\""), 3, "\"x\"");
        lines.insert(lines.begin() + 3, forged);
        CHECK(complaint_about(lines) == "log, line 4, was inserted");
    }
    SECTION("two have changed places")
    {
        std::swap(lines[2], lines[3]);
        CHECK(complaint_about(lines)
            == "log, line 3, does not follow the one before: 1 removed between them");
    }
    SECTION("one is none")
    {
        lines[3].pop_back();
        CHECK(complaint_about(lines)
            == "log, line 4, is not a line of an audit trail: it was changed, or a crash has cut "
               "it off");
    }
}

TEST_CASE("what a chain can't show by itself is shown by a hash that is kept elsewhere")
{
    auto lines = six_lines();
    const std::string third = sha256(lines[2]);
    const std::string last = sha256(lines[5]);
    CHECK(complaint_about(lines, {last}) == "none");
    CHECK(complaint_about(lines, {third})
        == "line 3 has the hash '" + third + "', and is not the last one: 3 were written after it");
    CHECK(complaint_about({lines.begin() + 3, lines.end()}, {last, third}) == "none");
    CHECK(complaint_about(lines, {last, third})
        == "log, line 1, is the first one here, and does not follow the line with the hash '"
            + third + "'");
    CHECK(complaint_about(lines, {last, hash_before_all()}) == "none");
    CHECK(complaint_about({}, {last}).starts_with("there are no lines"));
    lines.pop_back();
    CHECK(complaint_about(lines) == "none");
    CHECK(complaint_about(lines, {last})
        == "no line has the hash '" + last + "': the end was removed, or all was written anew");
}

TEST_CASE("a forged line that says to follow a kept hash proves nothing of that")
{
    const auto lines = six_lines();
    const std::string last = sha256(lines[5]);
    const std::string forged = R"({"seq":7,"prev":")" + last + R"(","end":"answered"})";
    CHECK(complaint_about({forged}, {last})
        == "log, line 1, is the first one here, and has the number 7: what was before it was "
           "removed");
    const std::string none
        = "no line has the hash '" + last + "': the end was removed, or all was written anew";
    CHECK(complaint_about({forged}, {last, last}) == none);
    CHECK(complaint_about(lines, {hash_before_all()}).starts_with("no line has the hash '0000"));
}

TEST_CASE("a lock that is held has a reason of its own, and ends with who held it")
{
    const Elsewhere elsewhere;
    Trail().audit.write(entry_at_new_year());
    const File directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    std::optional<AuditLock> held = AuditLock::find(directory);
    REQUIRE(held);
    try {
        const AuditLock second(directory, std::chrono::milliseconds(20));
        FAIL("two hold it");
    } catch (const ToolError& error) {
        CHECK(error.code == Code::conflict);
        CHECK(error.message.starts_with(
            "the audit log is locked: another program has held '.agentcli/audit/lock'"));
    }
    held.reset();
    CHECK_NOTHROW(AuditLock(directory, std::chrono::milliseconds(20)));
}

TEST_CASE("a lock on the folder or on a log holds nobody up, and a reader holds no lock while it "
          "visits lines")
{
    const Elsewhere elsewhere;
    Trail().audit.write(entry_at_new_year());
    const File directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const File log(open((folder / "20251231.log").c_str(), O_RDONLY | O_CLOEXEC));
    REQUIRE(flock(directory.descriptor(), LOCK_EX | LOCK_NB) == 0);
    REQUIRE(flock(log.descriptor(), LOCK_EX | LOCK_NB) == 0);
    std::size_t count = 0;
    for_each_audit_line(folder, [&](const AuditPlace&, std::string_view) {
        ++count;
        Trail().audit.write(entry_at_new_year());
    });
    CHECK(count == 1);
    CHECK(lines_in(folder).size() == 2);
}

TEST_CASE("a lock that others prepared is made unreadable, or refused")
{
    const Elsewhere elsewhere;
    fs::create_directories(folder);
    const fs::path lock = folder / "lock";
    SECTION("a file")
    {
        std::ofstream(lock).put('x');
        Trail().audit.write(entry_at_new_year());
        CHECK(fs::status(lock).permissions() == fs::perms::owner_write);
        return;
    }
    SECTION("a link") { fs::create_symlink("/dev/null", lock); }
    SECTION("a link to nowhere") { fs::create_symlink("elsewhere", lock); }
    SECTION("a pipe") { mkfifo(lock.c_str(), 0600); }
    SECTION("a folder") { fs::create_directory(lock); }
    SECTION("another name of a file")
    {
        std::ofstream("file").put('x');
        fs::create_hard_link("file", lock);
    }
    CHECK_THROWS_AS(Trail().audit.write(entry_at_new_year()), ToolError);
    CHECK_FALSE(fs::exists("elsewhere"));
}

TEST_CASE("a run holds the lock while it writes a line, and not between its lines")
{
    const Elsewhere elsewhere;
    Trail trail;
    trail.audit.write(entry_at_new_year());
    trail.audit.write(entry_at_new_year());
    const File directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    CHECK_NOTHROW(AuditLock(directory, std::chrono::milliseconds(0)));
}

TEST_CASE("a process that was forked has no part in the lock of the one before")
{
    const Elsewhere elsewhere;
    const File directory(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const AuditLock held(directory);
    const pid_t child = fork();
    if (child == 0) {
        bool is_locked_out = !held.take_again(directory, std::chrono::milliseconds(0));
        try {
            const AuditLock own(directory, std::chrono::milliseconds(0));
            is_locked_out = false;
        } catch (const ToolError&) { // the one before holds it
        }
        _exit(is_locked_out ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    held.give_up();
    CHECK(held.take_again(directory, std::chrono::milliseconds(0)));
}

TEST_CASE("what becomes of the lock between two lines is found before the second one")
{
    const Elsewhere elsewhere;
    const fs::path lock = folder / "lock";
    Trail trail;
    trail.audit.write(entry_at_new_year());
    SECTION("it is removed") { fs::remove(lock); }
    SECTION("another file is in its place")
    {
        fs::remove(lock);
        std::ofstream(lock).put('x');
    }
    SECTION("others may read it") { fs::permissions(lock, fs::perms::all); }
    SECTION("it has a second name")
    {
        fs::create_hard_link(lock, "second");
        CHECK_THROWS_AS(trail.audit.write(entry_at_new_year()), ToolError);
        return;
    }
    SECTION("it is a link")
    {
        fs::remove(lock);
        fs::create_symlink("elsewhere", lock);
        CHECK_THROWS_AS(trail.audit.write(entry_at_new_year()), ToolError);
        return;
    }
    trail.audit.write(entry_at_new_year());
    CHECK(fs::status(lock).permissions() == fs::perms::owner_write);
    const File directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const AuditLock other(directory, std::chrono::milliseconds(0));
    CHECK(complaint_about(lines_in(folder / "20251231.log")) == "none");
}

TEST_CASE("a line that a crash has cut off stays, and the next one follows it")
{
    const Elsewhere elsewhere;
    Trail().audit.write(entry_at_new_year());
    fs::resize_file(folder / "20251231.log", fs::file_size(folder / "20251231.log") - 5);
    Trail().audit.write(entry_at_new_year());
    const auto lines = lines_in(folder);
    REQUIRE(lines.size() == 2);
    CHECK(lines[1].find(sha256(lines[0])) != std::string::npos);
    CHECK(complaint_about(lines).starts_with("log, line 1, is not a line of an audit trail"));
}

TEST_CASE("a log that is taken away is missed")
{
    const Elsewhere elsewhere;
    Trail trail;
    trail.audit.write(entry_at_new_year());
    SECTION("removed") { fs::remove_all(".agentcli"); }
    SECTION("moved") { fs::rename(".agentcli", "elsewhere"); }
    SECTION("emptied") { fs::resize_file(folder / "20251231.log", 0); }
    SECTION("cut off") { fs::resize_file(folder / "20251231.log", 5); }
    SECTION("replaced")
    {
        fs::rename(folder / "20251231.log", "elsewhere");
        fs::copy("elsewhere", folder / "20251231.log");
    }
    CHECK_THROWS_AS(trail.audit.write(entry_at_new_year()), ToolError);
}

TEST_CASE("where there is no room no part of a line is left, and the chain goes on")
{
    const Elsewhere elsewhere;
    Trail().audit.write(entry_at_new_year());
    const auto size = fs::file_size(folder / "20251231.log");
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit {};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit narrow {size + 10, limit.rlim_max};
    setrlimit(RLIMIT_FSIZE, &narrow);
    CHECK_THROWS_AS(Trail().audit.write(entry_at_new_year()), ToolError);
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    CHECK(fs::file_size(folder / "20251231.log") == size);
    Trail().audit.write(entry_at_new_year());
    CHECK(complaint_about(lines_in(folder)) == "none");
}
