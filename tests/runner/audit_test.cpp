#include "catch.hpp"

#include "runner/audit.hpp"
#include "toolkit/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

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
    const Redaction redaction({});
    const Audit audit(redaction);
    audit.write(entry_at_new_year());
    audit.write(entry_at_new_year());
    const File log(open((folder / "20251231.log").c_str(), O_RDONLY | O_CLOEXEC));
    REQUIRE(log);
    const std::string text = read_whole(log, "log", 10000);
    CHECK(text.starts_with(R"({"ts":"2025-12-31T23:59:59.007Z","tool":"t","argv":[],)"));
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
    const Redaction redaction({});
    CHECK_THROWS_AS(Audit(redaction).write(entry_at_new_year()), ToolError);
    CHECK_FALSE(fs::exists("elsewhere"));
}

TEST_CASE("whatever bytes a call has, its line is JSON")
{
    const Elsewhere elsewhere;
    const Redaction redaction({});
    AuditEntry entry = entry_at_new_year();
    entry.tool = "\xff\n\"";
    entry.argv = {"\x80"};
    entry.failure = std::string("\0x", 2);
    CHECK_NOTHROW(Audit(redaction).write(entry));
}
