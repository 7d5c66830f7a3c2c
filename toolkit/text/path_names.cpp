#include "toolkit/text/path_names.hpp"

#include <algorithm>

namespace toolkit::text {

Names split_path(std::string_view path)
{
    Names names;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        if (slash > 0 && path.substr(0, slash) != ".")
            names.emplace_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return names;
}

std::string join_path(const Names& names)
{
    std::string path;
    for (const auto& name : names)
        path += (path.empty() ? "" : "/") + name;
    return path.empty() ? "." : path;
}

std::string parent_of(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::string join_resolved(const std::string& directory, const std::string& name)
{
    return directory == "." ? name : directory + "/" + name;
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::optional<std::string> strip_root(std::string_view path, std::string_view root)
{
    while (root.ends_with('/'))
        root.remove_suffix(1);
    if (!path.starts_with(root) || (path.size() > root.size() && path[root.size()] != '/'))
        return std::nullopt;
    return std::string(path.substr(root.size()));
}

}
