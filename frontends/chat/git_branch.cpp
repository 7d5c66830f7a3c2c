#include "frontends/chat/git_branch.hpp"

#include "toolkit/system/file.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace frontends::chat {

using namespace toolkit;
namespace fs = std::filesystem;

// Returns the beginning of a small regular file; empty if it cannot be read.
static std::string text_of_file(const fs::path& path)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    std::array<char, 4096> text {};
    const ssize_t size = file ? read(file.descriptor(), text.data(), text.size()) : -1;
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

// Returns the directory of the repository: .git, or the one that a file .git names.
static fs::path repository_of(fs::path directory)
{
    std::error_code error;
    for (;; directory = directory.parent_path()) {
        fs::path git = directory / ".git";
        if (fs::is_directory(git, error))
            return git;
        const std::string text = text_of_file(git);
        if (text.starts_with("gitdir: "))
            return directory / text::stripped(text.substr(8));
        if (directory == directory.parent_path())
            return {};
    }
}

std::string git_branch(const std::string& directory)
{
    static constexpr std::string_view of_branch = "ref: refs/heads/";
    static constexpr std::size_t short_commit = 7;
    const fs::path repository = repository_of(directory);
    if (repository.empty())
        return {};
    const std::string head(text::stripped(text_of_file(repository / "HEAD")));
    if (head.starts_with(of_branch))
        return head.substr(of_branch.size());
    const bool is_commit
        = head.size() >= 40 && head.find_first_not_of("0123456789abcdef") == std::string::npos;
    return is_commit ? head.substr(0, short_commit) : std::string();
}

}
