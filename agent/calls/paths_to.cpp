#include "agent/calls/paths_to.hpp"

#include "toolkit/text/text.hpp"

#include <filesystem>
#include <system_error>

namespace agent::calls {

namespace fs = std::filesystem;

// Inserts the names of a path before the names that remain to be resolved.
static void put_in_front(const fs::path& path, std::vector<std::string>& names)
{
    std::vector<std::string> all;
    for (const auto& name : path)
        if (name != "/" && name != "." && !name.empty())
            all.push_back(name.string());
    names.insert(names.begin(), all.begin(), all.end());
}

static std::string joined(const fs::path& beginning, const std::vector<std::string>& names)
{
    fs::path path = beginning;
    for (const auto& name : names)
        path /= name;
    return path.string();
}

std::vector<std::string> paths_to(const std::string& path)
{
    constexpr int max_links = 40; // as in the kernel
    std::error_code error;
    std::vector<std::string> names;
    put_in_front(fs::absolute(path, error), names);
    std::vector<std::string> found {joined("/", names)};
    fs::path resolved = "/";
    for (int links = 0; !names.empty() && links <= max_links;) {
        const std::string name = names.front();
        const fs::path place = name == ".." ? resolved.parent_path() : resolved / name;
        if (name != ".." && fs::is_symlink(place, error)) {
            if (const std::string way = joined(resolved, names); way != found.back())
                found.push_back(way);
            const fs::path target = fs::read_symlink(place, error);
            names.erase(names.begin());
            put_in_front(target, names);
            if (target.is_absolute())
                resolved = "/";
            ++links;
            continue;
        }
        names.erase(names.begin());
        resolved = place;
    }
    if (const std::string end = joined(resolved, names); end != found.back())
        found.push_back(end);
    return found;
}

void refuse_link_out(const std::string& path, const std::string& what)
{
    std::error_code error;
    const std::string here = fs::current_path(error).string();
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    if (path.empty() || error || here == "/" || !text::strip_root(whole.string(), here))
        return;
    if (!text::strip_root(paths_to(path).back(), here))
        throw ToolError(Code::bad_request,
            "cannot use " + what + " " + text::in_quotes(path)
                + ": a symbolic link leads out of the current directory, or nowhere",
            "name what it leads to");
}

}
