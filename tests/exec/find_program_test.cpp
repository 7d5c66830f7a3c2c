#include "catch.hpp"
#include "tools/exec/environment.hpp"
#include "tools/exec/find_program.hpp"

#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace exec;
using namespace toolkit::system;

namespace fs = std::filesystem;

// A directory with programs in it.
struct Programs {
    Programs()
    {
        mkdtemp(path.data());
        for (const char* folder : {"first", "second", "second/shadow", "first/folder", "locked"})
            fs::create_directories(path + "/" + folder);
        for (const char* name :
            {"first/tool", "second/tool", "second/folder", "second/plain", "here", "locked/plain"})
            std::ofstream(path + "/" + name) << "#!/bin/sh\n";
        for (const char* name : {"second/tool", "second/folder", "here"})
            chmod((path + "/" + name).c_str(), 0755);
        chmod((path + "/locked").c_str(), 0);
        directory = File(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    ~Programs()
    {
        chmod((path + "/locked").c_str(), 0700);
        fs::remove_all(path);
    }

    std::string path = (fs::temp_directory_path() / "lookup-XXXXXX").string();
    File directory;
};

TEST_CASE("a program is looked for as execvp does")
{
    const Programs programs;
    const struct {
        const char* sentence;
        const char* command;
        const char* path;
        const char* found; // or the code
    } rows[] = {
        {"what can't be executed is passed over", "tool", "first:second", "second/tool"},
        {"so is a directory", "folder", "first:second", "second/folder"},
        {"an empty entry is the directory itself", "here", "first:", "./here"},
        {"a path is itself", "second/tool", "first", "second/tool"},
        {"also from above", "./here", "", "./here"},
        {"nothing of that name", "missing", "first:second", "NOT_FOUND"},
        {"only one that can't be executed", "plain", "first:second", "PERMISSION_DENIED"},
        {"none in a directory that this user can't search", "plain", "locked",
            geteuid() == 0 ? "PERMISSION_DENIED" : "NOT_FOUND"},
        {"only a directory", "shadow", "second", "NOT_FOUND"},
        {"a path to a directory", "./first", "first", "NOT_A_FILE"},
        {"a path to nothing", "first/missing", "first", "NOT_FOUND"},
        {"no PATH entry exists", "tool", "/no/such:neither", "NOT_FOUND"},
    };
    for (const auto& row : rows) {
        INFO(row.sentence);
        std::string found;
        try {
            found = find_program(row.command, row.path, programs.directory);
        } catch (const ToolError& error) {
            found = wire_name(error.code);
        }
        CHECK(found == row.found);
    }
}

TEST_CASE("a hint names the nearest program")
{
    const Programs programs;
    try {
        find_program("tol", "second", programs.directory);
        FAIL("found");
    } catch (const ToolError& error) {
        CHECK(error.hint == "did you mean 'tool'?");
    }
}

TEST_CASE("the environment is an allow-list, the temporary directory, and what the request adds")
{
    for (const char* name : {"SECRET_TOKEN", "LC_ALL", "LD_PRELOAD", "PASSED"})
        setenv(name, "value", 1);
    const Variables base = base_environment({"PASSED"}, "/somewhere");
    for (const char* name : {"SECRET_TOKEN", "LC_ALL", "LD_PRELOAD", "PASSED"})
        unsetenv(name);
    CHECK(base.count("SECRET_TOKEN") == 0);
    CHECK(base.count("LD_PRELOAD") == 0);
    CHECK(base.at("LC_ALL") == "value");
    CHECK(base.at("PASSED") == "value");
    CHECK(base.at("TMPDIR") == "/somewhere");
    CHECK(base.at("GIT_TERMINAL_PROMPT") == "0");
    CHECK(with_request(base, {{"PAGER", "more"}}).at("PAGER") == "more");
    CHECK(with_request(base, {{"LD_PRELOAD", "x.so"}}).at("LD_PRELOAD") == "x.so");
    for (const std::string& name : {std::string(), std::string("A=B"), std::string("A\0B", 3)})
        CHECK_THROWS_AS(with_request(base, {{name, "x"}}), ToolError);
    CHECK_THROWS_AS(with_request(base, {{"A", std::string("x\0y", 3)}}), ToolError);
}
