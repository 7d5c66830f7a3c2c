#include "listing.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/workspace/temporary_name.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <algorithm>

namespace fs_search::walk {

using namespace toolkit;

static void add(Listing& listing, std::string_view name, unsigned char type)
{
    ignore::IgnoreFiles& files = listing.ignore_files;
    files.has_git = files.has_git || name == ".git"; // be it a link
    if ((type != DT_REG && type != DT_DIR) || workspace::is_temporary_name(name))
        return;
    files.has_ignore = files.has_ignore || (name == ".ignore" && type == DT_REG);
    files.has_gitignore = files.has_gitignore || (name == ".gitignore" && type == DT_REG);
    listing.entries.push_back({std::string(name), type == DT_DIR});
}

Listing list(const File& directory, std::string_view name)
{
    Listing listing;
    system::for_each_entry(directory, name,
        [&](std::string_view entry, unsigned char type) { add(listing, entry, type); });
    std::sort(listing.entries.begin(), listing.entries.end(),
        [](const Entry& left, const Entry& right) { return left.name < right.name; });
    return listing;
}

}
