#include "catch.hpp"

#include "tools/exec/git/known_files.hpp"

using namespace exec::git;

static KnownFiles two_files()
{
    KnownFiles files;
    files.start = {1000, 5};
    files.texts
        = {{"HEAD", "ref: refs/heads/main\n"}, {"refs/heads/a b\n", std::string("x\0\n", 3)}};
    files.marks = {{"HEAD", {7, 21, {999, 4}}}, {"refs/heads/a b\n", {8, 3, {1000, 4}}}};
    return files;
}

TEST_CASE("known files are read as they were written")
{
    const KnownFiles files = two_files();
    const KnownFiles read = known_in(text_of_known(files));
    CHECK(read.texts == files.texts);
    CHECK(read.start.tv_sec == 1000);
    CHECK(read.start.tv_nsec == 5);
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
    for (const char* text : {"", "1\n", "1 2", "1 2\n1 2 3 4\n", "1 2\n1 9 3 4 1\nab",
             "1 2\n1 1 1 1 99999999999999999999\na", "x 2\n"})
        CHECK(known_in(text).texts.empty());
}
