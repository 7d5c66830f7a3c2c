#include "find_program.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shell_words.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <string_view>
#include <vector>

namespace exec {

namespace {

enum class Found { executable, not_executable, hidden, directory, nothing }; // best first

Found look_at(const File& directory, const std::string& path)
{
    struct stat status { };
    if (fstatat(directory.descriptor(), path.c_str(), &status, 0) != 0)
        return errno == EACCES ? Found::hidden : Found::nothing;
    if (S_ISDIR(status.st_mode))
        return Found::directory;
    const bool may_run = faccessat(directory.descriptor(), path.c_str(), X_OK, AT_EACCESS) == 0;
    return S_ISREG(status.st_mode) && may_run ? Found::executable : Found::not_executable;
}

std::vector<std::string> directories_of(std::string_view path)
{
    std::vector<std::string> directories;
    for (;;) {
        const std::size_t colon = path.find(':');
        const std::string_view directory = path.substr(0, colon);
        directories.emplace_back(directory.empty() ? "." : directory);
        if (colon == std::string_view::npos)
            return directories;
        path.remove_prefix(colon + 1);
    }
}

std::vector<std::string> names_along(const std::string& path, const File& start)
{
    // A request's PATH may name thousands of directories, or the same directory a thousand times.
    constexpr std::size_t max_directories = 64;
    constexpr std::size_t max_names = 100'000;
    std::vector<std::string> places = directories_of(path);
    places.resize(std::min(places.size(), max_directories));
    std::vector<std::string> names;
    for (const auto& place : places) {
        const int descriptor
            = openat(start.descriptor(), place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(
            descriptor < 0 ? nullptr : fdopendir(descriptor), closedir);
        while (const dirent* entry
            = listing && names.size() < max_names ? readdir(listing.get()) : nullptr)
            if (entry->d_name[0] != '.')
                names.emplace_back(entry->d_name);
    }
    return names;
}

std::string hint_for(const std::string& command, const std::string& path, const File& directory)
{
    constexpr std::array<std::string_view, 9> built_in {
        "cd", "export", "source", ".", "alias", "ulimit", "umask", "eval", "set"};
    if (std::find(built_in.begin(), built_in.end(), command) != built_in.end())
        return text::in_quotes(command)
            + " is a shell builtin: use the fields cwd and env, or a line in 'command'";
    if (command.find('/') != std::string::npos)
        return "a cmd with '/' is relative to cwd; one without is searched for in PATH";
    return text::did_you_mean(command, names_along(path, directory),
        "it is in none of the directories of PATH; name a program of the workspace with a '/', "
        "such as "
        "'./build.sh'");
}

void refuse_what_is_no_name(const std::string& command)
{
    if (command.find('\0') != std::string::npos)
        throw ToolError(Code::bad_request, "'cmd' has a NUL byte");
}

}

std::string find_program(const std::string& command, const std::string& path, const File& directory)
{
    refuse_what_is_no_name(command);
    const bool is_path = command.find('/') != std::string::npos;
    Found best = Found::nothing;
    for (const auto& place : is_path ? std::vector<std::string> {""} : directories_of(path)) {
        std::string program = is_path ? command : place + "/" + command;
        const Found found = look_at(directory, program);
        if (found == Found::executable)
            return program;
        if (is_path || found != Found::hidden) // otherwise it is unknown whether the file exists
            best = std::min(best, found);
    }
    if (best == Found::directory && is_path)
        throw ToolError(
            Code::not_a_file, "cannot run " + text::in_quotes(command) + ": it is a directory");
    if (best == Found::not_executable || best == Found::hidden)
        throw ToolError(Code::permission_denied,
            "cannot run " + text::in_quotes(command) + ": it is not executable",
            "run a script with its interpreter, such as cmd 'sh' with args ['script.sh']");
    throw ToolError(Code::not_found, "cannot run " + text::in_quotes(command) + ": no such program",
        hint_for(command, path, directory));
}

std::string as_shell_words(const std::string& program, const Json& arguments)
{
    std::string line;
    const auto add = [&line](const std::string& word) {
        line += (line.empty() ? "" : " ") + text::shell_word(word);
    };
    if (!program.empty())
        add(program);
    for (const auto& argument : arguments)
        add(argument);
    return line;
}

}
