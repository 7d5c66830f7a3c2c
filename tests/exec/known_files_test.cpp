#include "catch.hpp"

#include "tools/exec/git/known_files.hpp"

#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

using namespace exec::git;

static KnownFiles two_files()
{
    KnownFiles files;
    files.start = {1000, 5};
    files.texts
        = {{"HEAD", "ref: refs/heads/main\n"}, {"refs/heads/a b\n", std::string("x\0\n", 3)}};
    files.marks = {{"HEAD", {7, 21, {999, 4}}}, {"refs/heads/a b\n", {8, 3, {1000, 4}}}};
    files.directories = {{"refs/heads/", {9, 4096, {999, 1}}}};
    return files;
}

TEST_CASE("known files are read as they were written")
{
    const KnownFiles files = two_files();
    const KnownFiles read = known_in(text_of_known(files));
    CHECK(read.texts == files.texts);
    CHECK(read.start.tv_sec == 1000);
    CHECK(read.start.tv_nsec == 5);
    CHECK(read.directories.at("refs/heads/").inode == 9);
    struct stat status { };
    status.st_ino = 8;
    status.st_size = 3;
    status.st_ctim = {1000, 4};
    CHECK(read.text_of("refs/heads/a b\n", status) != nullptr);
    CHECK(read.text_of("HEAD", status) == nullptr);
    CHECK(read.text_of("other", status) == nullptr);
    status.st_ctim = {1000, 3};
    CHECK(read.text_of("refs/heads/a b\n", status) == nullptr);
}

TEST_CASE("a file that may change without a later time is not known")
{
    KnownFiles files = two_files();
    files.marks.at("HEAD").changed = files.start;
    CHECK(known_in(text_of_known(files)).texts.size() == 1);
    files.texts.at("refs/heads/a b\n") += "more"; // than its size says
    CHECK(known_in(text_of_known(files)).texts.empty());
}

TEST_CASE("a text that is cut or malformed has no known files")
{
    const std::string whole = text_of_known(two_files());
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK(known_in(whole.substr(0, size)).texts.size() < 2);
    for (const char* text : {"", "1\n", "1 2 0", "1 2 0\n1 2 3 4\n", "1 2 0\n1 9 3 4 1\nab",
             "1 2 0\n1 1 1 1 99999999999999999999\na", "x 2 0\n", "1 2\n"})
        CHECK(known_in(text).texts.empty());
}

namespace {

// The part of a repository that has names, and what is known of it.
class KnownRepository {
public:
    KnownRepository()
    {
        for (const char* directory : {"refs/heads/a", "logs", "worktrees"})
            std::filesystem::create_directories(path(directory));
        for (const char* file :
            {"HEAD", "index", "refs/heads/a-b", "refs/heads/a/x", "refs/heads/z"})
            write(file, "one");
        usleep(20'000); // the kernel's clock for files has ticks
        known.start = time_of_changes();
        for (const char* file :
            {"HEAD", "index", "refs/heads/a-b", "refs/heads/a/x", "refs/heads/z"}) {
            known.texts[file] = "one";
            known.marks[file] = mark(file);
        }
        for (const char* each : {"refs/", "refs/heads/", "refs/heads/a/", "logs/", "worktrees/"})
            known.directories[each] = mark(each);
    }
    KnownRepository(const KnownRepository&) = delete;
    KnownRepository& operator=(const KnownRepository&) = delete;
    ~KnownRepository() { std::filesystem::remove_all(root); }

    std::string path(const std::string& name) const { return root + "/" + name; }
    void write(const std::string& name, const char* text) const
    {
        std::ofstream(path(name)) << text;
    }
    bool is_as_known() const
    {
        const toolkit::File directory(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        return exec::git::is_as_known(directory, text_of_known(known));
    }

    KnownFiles known;

private:
    KnownFiles::Mark mark(const std::string& name) const
    {
        struct stat status { };
        CHECK(lstat(path(name).c_str(), &status) == 0);
        return {status.st_ino, status.st_size, status.st_ctim};
    }

    std::string name = (std::filesystem::temp_directory_path() / "known.XXXXXX").string();
    std::string root = mkdtemp(name.data());
};

}

TEST_CASE("whatever changes in a repository is seen without reading it")
{
    CHECK(KnownRepository().is_as_known());
    const std::vector<std::function<void(const KnownRepository&)>> changes {
        [](const KnownRepository& at) { at.write("refs/heads/a/x", "two"); },
        [](const KnownRepository& at) { at.write("refs/heads/a/y", "one"); },
        [](const KnownRepository& at) { at.write("packed-refs", "one"); },
        [](const KnownRepository& at) { std::filesystem::remove(at.path("HEAD")); },
        [](const KnownRepository& at) { std::filesystem::remove_all(at.path("refs/heads/a")); },
        [](const KnownRepository& at) {
            std::filesystem::create_directory(at.path("worktrees/w"));
        },
        [](const KnownRepository& at) { chmod(at.path("logs").c_str(), 0); },
        [](const KnownRepository& at) {
            std::filesystem::rename(at.path("refs/heads/a"), at.path("moved"));
            std::filesystem::create_symlink("../../moved", at.path("refs/heads/a"));
        },
        [](const KnownRepository& at) {
            std::filesystem::rename(at.path("HEAD"), at.path("moved"));
            std::filesystem::create_symlink("moved", at.path("HEAD"));
        },
        [](const KnownRepository& at) {
            const auto time = std::filesystem::last_write_time(at.path("HEAD"));
            at.write("HEAD", "two");
            std::filesystem::last_write_time(at.path("HEAD"), time);
        }};
    for (const auto& change : changes) {
        const KnownRepository repository;
        change(repository);
        CHECK(!repository.is_as_known());
    }
}

TEST_CASE("a repository is known only if all of it was read")
{
    KnownRepository repository;
    repository.known.directories.erase("worktrees/"); // there are some
    CHECK(!repository.is_as_known());
    KnownRepository other;
    other.known.marks.at("HEAD").changed = other.known.start;
    CHECK(!other.is_as_known());
    KnownRepository mapped;
    mapped.known.is_exact = false;
    CHECK(!mapped.is_as_known());
}
