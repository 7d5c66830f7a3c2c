#include "surroundings.hpp"
#include "toolkit/error.hpp"
#include "toolkit/file.hpp"

#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>

#include <cstdlib>

namespace {

constexpr std::size_t largest_file = 4 << 20;

std::string contents_of(const std::string& path)
{
    const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    struct stat status { };
    if (!file || fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    try {
        return read_range(file, path, 0, largest_file);
    } catch (const ToolError&) {
        return {};
    }
}

bool exists(const std::string& path)
{
    struct stat status { };
    return lstat(path.c_str(), &status) == 0;
}

bool same_word(std::string_view left, std::string_view right)
{
    return left.size() == right.size() && strncasecmp(left.data(), right.data(), left.size()) == 0;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string environment(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): before any thread
    return value == nullptr ? "" : value;
}

// gitrepository-layout(5): in a linked worktree .git is a file that names the real place.
std::string git_directory_of(const std::string& folder)
{
    std::string link = folder + ".git";
    const std::string content = contents_of(link);
    constexpr std::string_view key = "gitdir:";
    if (!content.starts_with(key))
        return link;
    const auto in = [](const std::string& base, std::string_view path) {
        return path.starts_with('/') ? std::string(path) : base + std::string(path);
    };
    const std::string own = in(folder, trimmed(std::string_view(content).substr(key.size())));
    const std::string common = contents_of(own + "/commondir");
    return common.empty() ? own : in(own + "/", trimmed(common));
}

IgnoreRules excludes_of(const std::string& folder)
{
    return IgnoreRules(contents_of(git_directory_of(folder) + "/info/exclude"));
}

IgnoreRules users_rules()
{
    const std::string home = environment("HOME");
    std::string configuration = environment("XDG_CONFIG_HOME");
    if (configuration.empty() && !home.empty())
        configuration = home + "/.config";
    std::optional<std::string> named;
    if (!home.empty())
        named = find_excludes_file(contents_of(home + "/.gitconfig"), home);
    if (!named && !configuration.empty())
        named = find_excludes_file(contents_of(configuration + "/git/config"), home);
    if (!named && !configuration.empty())
        named = configuration + "/git/ignore";
    return named ? IgnoreRules(contents_of(*named)) : IgnoreRules();
}

IgnoreLevels level_of(const std::string& folder, const IgnoreLevels& outer)
{
    IgnoreLevel level {outer, folder.size(), IgnoreRules(contents_of(folder + ".ignore")),
        IgnoreRules(contents_of(folder + ".gitignore")), exists(folder + ".git")};
    if (level.is_repository)
        level.repository = excludes_of(folder);
    else if (level.own.empty() && level.git.empty())
        return outer;
    return std::make_shared<const IgnoreLevel>(std::move(level));
}

}

Surroundings read_surroundings(const std::string& root)
{
    Surroundings found;
    if (root != "/")
        for (std::size_t end = 0; end != std::string::npos; end = root.find('/', end + 1))
            found.outside = level_of(root.substr(0, end + 1), found.outside);
    const std::string folder = root == "/" ? root : root + "/";
    found.root_is_repository = exists(folder + ".git");
    if (found.root_is_repository)
        found.root_excludes = excludes_of(folder);
    found.users = users_rules();
    return found;
}

std::optional<std::string> find_excludes_file(std::string_view configuration, std::string_view home)
{
    std::optional<std::string> found;
    bool in_core = false;
    while (!configuration.empty()) {
        const std::size_t end = std::min(configuration.find('\n'), configuration.size());
        std::string_view line = trimmed(configuration.substr(0, end));
        configuration.remove_prefix(std::min(end + 1, configuration.size()));
        if (line.starts_with('[')) {
            const std::size_t close = std::min(line.find(']'), line.size());
            in_core = same_word(trimmed(line.substr(1, close - 1)), "core");
            line = trimmed(line.substr(std::min(close + 1, line.size())));
        }
        const std::size_t equals = line.find('=');
        if (!in_core || equals == std::string_view::npos
            || !same_word(trimmed(line.substr(0, equals)), "excludesfile"))
            continue;
        std::string_view value = trimmed(line.substr(equals + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        found
            = value.starts_with("~/") ? std::string(home) + std::string(value.substr(1)) : std::string(value);
    }
    return found;
}
