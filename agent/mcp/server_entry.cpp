#include "agent/mcp/server_entry.hpp"

#include "agent/oauth/sign_in.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace agent::mcp {

static bool is_executable(const std::string& path)
{
    struct stat status { };
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)
        && access(path.c_str(), X_OK) == 0;
}

static std::string program_on_path(const std::string& name, std::string_view directories)
{
    while (!directories.empty()) {
        const std::string_view directory = directories.substr(0, directories.find(':'));
        directories.remove_prefix(std::min(directory.size() + 1, directories.size()));
        std::string path = std::string(directory) + "/" + name;
        if (directory.starts_with('/') && is_executable(path))
            return path;
    }
    throw ToolError(
        Code::not_found, "there is no program " + text::in_quotes(name) + " on its PATH");
}

calls::Launch launch_of(const ServerEntry& entry)
{
    calls::Launch launch;
    launch.argv = entry.launcher;
    launch.argv.insert(launch.argv.end(), entry.command.begin(), entry.command.end());
    launch.directory = entry.directory;
    for (const auto& [name, value] : entry.environment)
        launch.environment.push_back(name + "=" + value);
    if (launch.argv.empty())
        throw ToolError(Code::unsupported, "it is not over stdio");
    launch.program = launch.argv.front();
    if (launch.program.find('/') != std::string::npos)
        return launch;
    const auto path = entry.environment.find("PATH");
    launch.program = program_on_path(launch.program,
        path == entry.environment.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second);
    return launch;
}

bool may_sign_in(const ServerEntry& entry)
{
    return !entry.url.empty() && entry.oauth.is_enabled
        && std::none_of(entry.headers.begin(), entry.headers.end(), [](const auto& header) {
               return text::in_lower_case(header.first) == "authorization";
           });
}

oauth::ProtectedServer protected_server_of(const ServerEntry& entry)
{
    return {{entry.source, entry.name, entry.url}, entry.oauth, entry.headers, entry.ca_file};
}

static std::string encoded_path(const std::string& path)
{
    std::string encoded;
    for (const char letter : path) {
        if (text::is_letter_or_digit(letter) || text::is_one_of(letter, "-._~/"))
            encoded += letter;
        else
            encoded += text::percent_encoded(letter);
    }
    return encoded;
}

Json roots_of(const ServerEntry& entry, const std::string& workspace)
{
    Json roots = Json::array();
    const std::vector<std::string> preset
        = entry.url.empty() ? std::vector<std::string> {workspace} : std::vector<std::string>();
    for (const auto& path : entry.roots.value_or(preset))
        roots.push_back({{"uri", "file://" + encoded_path(path)},
            {"name", text::printable(path.substr(path.rfind('/') + 1))}});
    return roots.empty() ? Json() : roots;
}

}
