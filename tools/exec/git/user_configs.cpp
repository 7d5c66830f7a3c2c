#include "user_configs.hpp"

#include "granted_repositories.hpp"
#include "way.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <utility>

namespace exec::git {

using namespace toolkit;

namespace {

std::string text_of_variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

Homes read_homes()
{
    constexpr std::size_t field_of_home = 5;
    const std::string text = text_outside("/etc/passwd");
    Homes homes;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        std::vector<std::string_view> fields;
        for (std::size_t at = 0; at <= line.size(); at += fields.back().size() + 1)
            fields.push_back(line.substr(at, line.find(':', at) - at));
        if (fields.size() > field_of_home && !fields.front().empty())
            homes.emplace(fields.front(), fields[field_of_home]);
    }
    homes[""] = text_of_variable("HOME");
    return homes;
}

void add_path(std::vector<std::string>& paths, const Workspace& workspace, const std::string& path)
{
    const std::string whole = path.starts_with('/') ? path : workspace.root_path() + "/" + path;
    if (!path.empty() && std::find(paths.begin(), paths.end(), whole) == paths.end())
        paths.push_back(whole);
}

void find_paths(UserConfigs& user, const Workspace& workspace)
{
    const std::string home = text_of_variable("HOME");
    std::string settings = text_of_variable("XDG_CONFIG_HOME");
    if (settings.empty())
        settings = home + "/.config";
    for (const std::string& path :
        {std::string("/etc/gitconfig"), text_of_variable("GIT_CONFIG_SYSTEM"),
            settings + "/git/config", home + "/.gitconfig", text_of_variable("GIT_CONFIG_GLOBAL")})
        add_path(user.configs, workspace, path);
    for (const std::string& path :
        {std::string("/etc/gitattributes"), settings + "/git/attributes"})
        add_path(user.others, workspace, path);
}

}

std::optional<std::string> path_in_config(
    const Homes& homes, const std::string& directory, std::string_view text)
{
    constexpr std::string_view optional = ":(optional)";
    if (text.starts_with(optional))
        text.remove_prefix(optional.size());
    if (text.starts_with('/'))
        return std::string(text);
    if (!text.starts_with('~'))
        return directory + "/" + std::string(text);
    const std::size_t end = std::min(text.find('/'), text.size());
    const auto home = homes.find(text.substr(1, end - 1));
    if (home == homes.end())
        return std::nullopt;
    return home->second + std::string(text.substr(end));
}

UserConfigs read_configs_of_user(const Workspace& workspace)
{
    constexpr std::size_t max_files = 100;
    UserConfigs user;
    user.homes = read_homes();
    find_paths(user, workspace);
    Budget budget;
    std::deque<std::string> paths(user.configs.begin(), user.configs.end());
    for (; !paths.empty() && user.contents.size() < max_files; paths.pop_front()) {
        const std::string path = paths.front();
        const Way way = find_way(workspace, budget, Cost::names, path);
        if (!way.is_there || way.target || !way.links.empty() || user.contents.contains(path))
            continue;
        const GitConfig& config = user.contents[path] = read_git_config(text_outside(path));
        for (const std::string& included : config.included)
            if (auto place = path_in_config(user.homes, text::parent_of(path), included))
                paths.push_back(std::move(*place));
    }
    return user;
}

}
