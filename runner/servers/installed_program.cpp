#include "runner/servers/installed_program.hpp"

#include "toolkit/text/contains.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace runner::servers {

using namespace toolkit;

namespace fs = std::filesystem;

static bool is_executable(const std::string& path)
{
    struct stat status { };
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)
        && access(path.c_str(), X_OK) == 0;
}

std::string program_on_path(
    const std::string& name, const std::map<std::string, std::string>& environment)
{
    const auto path = environment.find("PATH");
    std::string_view rest = path == environment.end() ? "/usr/local/bin:/usr/bin:/bin"
                                                      : std::string_view(path->second);
    while (!rest.empty()) {
        const std::string_view directory = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(directory.size() + 1, rest.size()));
        std::string candidate = std::string(directory) + "/" + name;
        if (directory.starts_with('/') && is_executable(candidate))
            return candidate;
    }
    return {};
}

static std::string path_of(
    const std::string& program, const std::map<std::string, std::string>& environment)
{
    if (program.find('/') == std::string::npos)
        return program_on_path(program, environment);
    return is_executable(program) ? program : std::string();
}

// Returns the real directory of a file, without links.
static std::string place_of(const fs::path& file, const fs::path& home)
{
    const fs::path directory = file.parent_path();
    if (directory == home)
        return file.string();
    const fs::path prefix = directory.parent_path();
    const bool has_prefix
        = directory.filename() == "bin" && prefix != home && prefix != home / ".local";
    return (has_prefix ? prefix : directory).string();
}

std::vector<std::string> places_of_program(const std::string& program,
    const std::map<std::string, std::string>& environment, const std::string& home)
{
    std::vector<std::string> places;
    const fs::path found = path_of(program, environment);
    if (found.empty())
        return places;
    std::error_code error;
    const fs::path directory = fs::canonical(found.parent_path(), error);
    const fs::path file = fs::canonical(found, error);
    if (error)
        return places;
    for (const fs::path& path : {directory / found.filename(), file})
        if (const std::string place = place_of(path, home); !text::contains(places, place))
            places.push_back(place);
    return places;
}

}
