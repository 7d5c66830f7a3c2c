#include "toolkit/ignore/git_excludes.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

namespace toolkit::ignore {

namespace {

const IgnoreLevel* find_repository(const IgnoreLevel* level)
{
    while (level != nullptr && !level->is_repository)
        level = level->outer.get();
    return level;
}

}

UsersRules::UsersRules(std::string_view text)
    : as_written(text)
    , in_lower_case(text::in_lower_case(text))
{
}

glob::Verdict verdict_on(
    const glob::Candidate& candidate, const IgnoreLevel* innermost, const UsersRules& users)
{
    glob::Verdict verdict = glob::Verdict::unmentioned;
    const auto ask = [&](const glob::IgnoreRules& rules, const IgnoreLevel& level) {
        if (verdict == glob::Verdict::unmentioned && !rules.empty())
            verdict = rules.verdict_on(candidate, level.directory);
    };
    const auto ask_git = [&](const glob::IgnoreRules& rules, const IgnoreLevel& level) {
        if (!level.folds_case)
            return ask(rules, level);
        if (verdict == glob::Verdict::unmentioned && !rules.empty())
            verdict = rules.verdict_on(
                {text::in_lower_case(candidate.path), candidate.is_directory}, level.directory);
    };
    for (const auto* level = innermost; level != nullptr; level = level->outer.get())
        ask(level->own, *level);
    const IgnoreLevel* repository = find_repository(innermost);
    if (repository == nullptr)
        return verdict;
    for (const auto* level = innermost; level != repository; level = level->outer.get())
        ask_git(level->git, *level);
    ask_git(repository->git, *repository);
    ask_git(repository->repository, *repository);
    ask_git(repository->folds_case ? users.in_lower_case : users.as_written, *repository);
    return verdict;
}

namespace {

constexpr std::size_t max_file_bytes = 4 << 20;

bool is_same(const struct stat& one, const struct stat& other)
{
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// Walks along a path name by name, and detects when it enters the workspace.
class Way {
public:
    explicit Way(const File& root)
        : root(system::status_of(root, "the workspace"))
    {
    }

    UsersFile read(const std::string& path)
    {
        begin(path);
        while (!names.empty()) {
            const std::string name = std::move(names.back());
            names.pop_back();
            if (name == "..") {
                step_up();
                continue;
            }
            File entry = system::open_in(here, name, O_PATH);
            if (!entry)
                return {};
            const mode_t mode = system::status_of(entry, name).st_mode;
            if (S_ISREG(mode) && names.empty())
                return {text_of_users_file(system::open_in(here, name, O_RDONLY)), depth > 0};
            if (S_ISLNK(mode) ? !follow(entry) : !S_ISDIR(mode) || !enter(std::move(entry)))
                return {};
        }
        return {};
    }

private:
    void begin(const std::string& path)
    {
        const text::Names parts = text::split_path(path);
        names.insert(names.end(), parts.rbegin(), parts.rend());
        if (!path.starts_with('/'))
            return;
        depth = 0;
        enter(File(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)));
    }

    void step_up()
    {
        here = File(openat(here.descriptor(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
        depth = std::max(depth - 1, 0);
    }

    bool enter(File directory)
    {
        if (!directory)
            return false;
        if (depth > 0 || is_same(system::status_of(directory, "a directory"), root))
            ++depth;
        here = std::move(directory);
        return true;
    }

    bool follow(const File& link)
    {
        const auto target = system::find_target_of(link);
        if (depth > 0 || !target || ++links > system::max_links)
            return false;
        begin(*target);
        return true;
    }

    struct stat root;
    text::Names names; // still to be walked, in reverse order
    File here;
    // Number of directories of the workspace, including the root, that contain `here`.
    int depth = 0;
    int links = 0;
};

}

std::string text_of_users_file(const File& file)
{
    try {
        return file && S_ISREG(system::status_of(file, "a file").st_mode)
            ? system::read_range(file, "a file", 0, max_file_bytes)
            : std::string();
    } catch (const ToolError&) {
        return {};
    }
}

UsersFile read_users_file(const std::string& path, const File& root)
{
    struct stat status { };
    // Most of these files do not exist, which a single system call shows.
    if (fstatat(AT_FDCWD, path.c_str(), &status, AT_NO_AUTOMOUNT) != 0 && errno == ENOENT)
        return {};
    std::error_code error;
    const std::string whole = std::filesystem::absolute(path, error);
    return error ? UsersFile {} : Way(root).read(whole);
}

namespace {

// Around the workspace no file may decide which other files are read: no link is followed, and
// nothing outside the directory is opened.
std::string text_beneath(const File& directory, const std::string& path)
{
    return text_of_users_file(
        system::open_beneath(directory, path, O_RDONLY | O_NOCTTY | O_NONBLOCK,
            RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS));
}

bool has_entry(const File& directory, const char* name)
{
    struct stat status { };
    return fstatat(directory.descriptor(), name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

bool same_word(std::string_view left, std::string_view right)
{
    return left.size() == right.size() && strncasecmp(left.data(), right.data(), left.size()) == 0;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view whitespace = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(whitespace), text.size());
    return text.substr(begin, text.find_last_not_of(whitespace) + 1 - begin);
}

std::string environment(const char* name)
{
    const char* value = std::getenv(name); // called before any thread is started
    return value == nullptr ? "" : value;
}

// Returns the files of git's global configuration, the most important one first.
std::vector<std::string> configuration_files(const std::string& home, const std::string& directory)
{
    if (std::string only = environment("GIT_CONFIG_GLOBAL"); !only.empty())
        return {std::move(only)};
    std::vector<std::string> files;
    if (!home.empty())
        files.push_back(home + "/.gitconfig");
    if (!directory.empty())
        files.push_back(directory + "/git/config");
    return files;
}

// Returns true if the path is in the workspace by its names, without "..", which read_users_file()
// would follow out of it.
bool is_named_in(const Workspace& workspace, const std::string& path)
{
    const auto inside = text::strip_root(path, workspace.root_path());
    const text::Names names = text::split_path(inside.value_or(".."));
    return std::find(names.begin(), names.end(), "..") == names.end();
}

UsersRules users_rules(const Workspace& workspace)
{
    const File& root = workspace.root();
    const std::string home = environment("HOME");
    std::string directory = environment("XDG_CONFIG_HOME");
    if (directory.empty() && !home.empty())
        directory = home + "/.config";
    for (const auto& file : configuration_files(home, directory)) {
        const UsersFile configuration = read_users_file(file, root);
        const auto named = find_excludes_file(configuration.text, home);
        if (!named)
            continue;
        // A configuration in the workspace may have been written by the model.
        const bool is_heeded = !configuration.is_in_workspace || is_named_in(workspace, *named);
        return is_heeded ? UsersRules(read_users_file(*named, root).text) : UsersRules();
    }
    return directory.empty() ? UsersRules()
                             : UsersRules(read_users_file(directory + "/git/ignore", root).text);
}

IgnoreLevels level_of(const std::string& path, const IgnoreLevels& outer)
{
    const File directory(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        return outer;
    IgnoreLevel level {outer, path.size(), glob::IgnoreRules(text_beneath(directory, ".ignore")),
        {}, has_entry(directory, ".git"), {}, outer && outer->folds_case};
    if (level.is_repository) {
        RepositoryRules rules = rules_of_repository(
            "", [&](const std::string& name) { return text_beneath(directory, name); });
        level.repository = std::move(rules.excludes);
        level.folds_case = rules.folds_case;
    }
    level.git = rules_of_git(text_beneath(directory, ".gitignore"), level.folds_case);
    if (!level.is_repository && level.own.empty() && level.git.empty())
        return outer;
    return std::make_shared<const IgnoreLevel>(std::move(level));
}

}

glob::IgnoreRules rules_of_git(std::string_view text, bool folds_case)
{
    return folds_case ? glob::IgnoreRules(text::in_lower_case(text)) : glob::IgnoreRules(text);
}

RepositoryRules rules_of_repository(
    const std::string& directory, const std::function<std::string(const std::string&)>& read)
{
    std::string repository = directory + ".git";
    const std::string content = read(repository);
    constexpr std::string_view key = "gitdir:";
    if (content.starts_with(key)) {
        const auto in = [](const std::string& base, std::string_view path) {
            return path.starts_with('/') ? std::string(path) : base + std::string(path);
        };
        const std::string_view named = trimmed(std::string_view(content).substr(key.size()));
        if (named.empty())
            return {};
        repository = in(directory, named);
        if (const std::string common = read(repository + "/commondir"); !common.empty())
            repository = in(repository + "/", trimmed(common));
    }
    const bool folds_case = ignores_case(read(repository + "/config"));
    return {folds_case, rules_of_git(read(repository + "/info/exclude"), folds_case)};
}

Surroundings read_surroundings(const Workspace& workspace)
{
    Surroundings found;
    const std::string& root = workspace.root_path();
    if (root != "/")
        for (std::size_t end = 0; end != std::string::npos; end = root.find('/', end + 1))
            found.outside = level_of(root.substr(0, end + 1), found.outside);
    found.users = users_rules(workspace);
    return found;
}

namespace {

// Reads a value from the beginning of a configuration, up to the end of its line.
class ValueReader {
public:
    explicit ValueReader(std::string_view& rest)
        : rest(rest)
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    }

    // Returns nullopt if git cannot read the value.
    std::optional<std::string> read()
    {
        while (!rest.empty() && rest.front() != '\n')
            take(next());
        value.resize(size);
        return is_quoted ? std::nullopt : std::optional(std::move(value));
    }

private:
    char next()
    {
        const char letter = rest.front();
        rest.remove_prefix(1);
        return letter;
    }

    void take(char letter)
    {
        if (letter == '"') {
            is_quoted = !is_quoted;
            size = value.size();
        } else if (!is_quoted && (letter == '#' || letter == ';'))
            rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
        else if (letter == '\\' && !rest.empty())
            take_escaped(next());
        else
            add(letter, is_quoted || (letter != ' ' && letter != '\t' && letter != '\r'));
    }

    void take_escaped(char letter)
    {
        if (letter == '\r' && rest.starts_with('\n'))
            letter = next();
        if (letter == '\n') // the next line continues the value
            return;
        const std::size_t at = std::string_view("tnb").find(letter);
        add(at == std::string_view::npos ? letter : "\t\n\b"[at], true);
    }

    void add(char letter, bool is_kept)
    {
        value += letter;
        size = is_kept ? value.size() : size;
    }

    std::string_view& rest;
    std::string value;
    std::size_t size = 0; // size without trailing whitespace
    bool is_quoted = false;
};

}

// Returns the last value of a name of [core]; nullopt if there is none.
static std::optional<std::string> find_core_value(
    std::string_view configuration, std::string_view wanted)
{
    constexpr std::string_view mark_of_utf8 = "\xef\xbb\xbf";
    if (configuration.starts_with(mark_of_utf8))
        configuration.remove_prefix(mark_of_utf8.size());
    std::optional<std::string> found;
    bool in_core = false;
    while (!configuration.empty()) {
        const std::size_t begin
            = std::min(configuration.find_first_not_of(" \t\r\n"), configuration.size());
        configuration.remove_prefix(begin);
        const std::size_t size
            = std::min(configuration.find_first_of("]=\n"), configuration.size());
        const std::string_view name = trimmed(configuration.substr(0, size));
        const char mark = size < configuration.size() ? configuration[size] : '\n';
        configuration.remove_prefix(std::min(size + 1, configuration.size()));
        if (name.starts_with('#') || name.starts_with(';')) {
            if (mark != '\n')
                configuration.remove_prefix(
                    std::min(configuration.find('\n'), configuration.size()));
        } else if (mark == ']') {
            in_core = name.starts_with('[') && same_word(trimmed(name.substr(1)), "core");
        } else if (mark == '=') {
            const auto value = ValueReader(configuration).read();
            if (value && in_core && same_word(name, wanted))
                found = value;
        }
    }
    return found;
}

std::optional<std::string> find_excludes_file(std::string_view configuration, std::string_view home)
{
    auto value = find_core_value(configuration, "excludesfile");
    if (value && value->starts_with("~/"))
        value = std::string(home) + value->substr(1);
    return value;
}

bool ignores_case(std::string_view configuration)
{
    const std::string value = find_core_value(configuration, "ignorecase").value_or("");
    return same_word(value, "true") || same_word(value, "yes") || same_word(value, "on")
        || value == "1";
}

}
