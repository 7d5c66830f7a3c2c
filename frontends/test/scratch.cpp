#include "frontends/test/scratch.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace frontends::test {

namespace fs = std::filesystem;
using namespace toolkit;

constexpr std::size_t max_test_file = std::size_t {64} << 20;

static std::string new_directory()
{
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "agentcli-test-XXXXXX").string();
    if (error || mkdtemp(path.data()) == nullptr)
        throw system::system_error("cannot make a directory for a test");
    return path;
}

static void put_file(const std::string& path, const std::string& content)
{
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    const File file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (error || !file)
        throw system::system_error("cannot make a file of a test");
    system::write_whole(file, path, content);
}

Scratch::Scratch(const std::map<std::string, std::string>& files)
    : path(new_directory())
{
    for (const char* const name : {"work", "home"})
        if (mkdir(path_of(name).c_str(), 0700) != 0)
            throw system::system_error("cannot make a directory for a test");
    for (const auto& [name, content] : files)
        put_file(path_of("work") + "/" + name, content);
}

std::string Scratch::put(const std::string& name, const std::string& content) const
{
    std::string whole = path_of(name);
    put_file(whole, content);
    return whole;
}

Scratch::~Scratch()
{
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

std::map<std::string, std::string> Scratch::files() const
{
    std::map<std::string, std::string> found;
    const fs::path root = path_of("work");
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::end(entry); ++entry) {
        const std::string name = entry->path().lexically_relative(root).string();
        if (name == ".agentcli") {
            entry.disable_recursion_pending();
        } else if (entry->is_symlink()) {
            found[name] = "-> " + fs::read_symlink(entry->path()).string();
        } else if (entry->is_regular_file()) {
            found[name] = system::read_found_file(entry->path().string(), "a file", max_test_file);
        } else if (!entry->is_directory()) {
            found[name] = "";
        }
    }
    return found;
}

}
