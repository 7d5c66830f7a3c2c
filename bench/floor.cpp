// floor none|sandbox DIRECTORY: lists a tree, opens, reads and closes each file in it, and does
// nothing else, by one thread for each processor; inside the sandbox of fs_search where the first
// argument says so. What takes less time has not read the tree. Leaves .git out, as a search does.
// Ends with 3 where anything can't be read.

#include "toolkit/sandbox/sandbox.hpp"

#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace toolkit;

namespace {

constexpr std::size_t buffer_bytes = 256 << 10;

struct Directory {
    std::shared_ptr<const File> parent;
    std::string name;
};

int checked(long answer)
{
    if (answer < 0)
        std::_Exit(3);
    return static_cast<int>(answer);
}

// Memory that begins with a page, as the page cache does:
// docs/adr/0008-where-a-search-spends-its-time.md.
char* new_buffer()
{
    void* const memory
        = mmap(nullptr, buffer_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}

void read_file(int directory, const char* name, char* buffer)
{
    const int file = checked(
        openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    off_t offset = 0;
    std::size_t count = buffer_bytes;
    while (count == buffer_bytes) {
        count = static_cast<std::size_t>(checked(pread(file, buffer, buffer_bytes, offset)));
        offset += static_cast<off_t>(count);
    }
    close(file);
}

// Reads what lies directly in the directory, and answers the directories in it.
std::vector<Directory> read_directory(const Directory& directory, char* buffer)
{
    std::vector<Directory> found;
    const auto opened = std::make_shared<const File>(checked(openat(directory.parent->descriptor(),
        directory.name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)));
    alignas(dirent64) char records[32768];
    while (const int length = checked(getdents64(opened->descriptor(), records, sizeof records)))
        for (int at = 0; at < length;) {
            const auto* const entry = reinterpret_cast<const dirent64*>(records + at);
            at += entry->d_reclen;
            const std::string_view name = entry->d_name;
            if (entry->d_type == DT_REG)
                read_file(opened->descriptor(), entry->d_name, buffer);
            else if (entry->d_type == DT_DIR && name != "." && name != ".." && name != ".git")
                found.push_back({opened, std::string(name)});
        }
    return found;
}

class Tree {
public:
    explicit Tree(Directory root) { waiting.push_back(std::move(root)); }

    void read()
    {
        char* const buffer = new_buffer();
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [&] { return !waiting.empty() || working == 0; });
            if (waiting.empty())
                return;
            const Directory next = std::move(waiting.back());
            waiting.pop_back();
            ++working;
            lock.unlock();
            std::vector<Directory> found = read_directory(next, buffer);
            lock.lock();
            --working;
            for (auto& directory : found)
                waiting.push_back(std::move(directory));
            changed.notify_all();
        }
    }

private:
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Directory> waiting;
    int working = 0;
};

}

int main(int argc, char** argv)
{
    if (argc != 3)
        return 2;
    auto root
        = std::make_shared<const File>(checked(open(argv[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    if (std::string_view(argv[1]) == "sandbox")
        sandbox::enter({.workspace = sandbox::Access::read, .threads = sandbox::Threads::many},
            *root, sandbox::Confinement::landlock);
    Tree tree({std::move(root), "."});
    std::vector<std::jthread> helpers;
    for (unsigned count = std::thread::hardware_concurrency(); count > 1; --count)
        helpers.emplace_back([&] { tree.read(); });
    tree.read();
}
