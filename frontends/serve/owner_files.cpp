#include "frontends/serve/owner_files.hpp"

#include "frontends/serve/run_files.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace frontends::serve {

// Treats a file without its newline, which a crash can leave, as one of the operator: only scopes
// with `all` cover the object then.
std::string OwnerFiles::owner_of(const std::string& name) const
{
    constexpr std::size_t max_bytes = 128;
    const File file = open_if_there(directory, (name + suffix).c_str(), O_RDONLY);
    if (!file)
        return {};
    std::string owner = system::read_range(file, name, 0, max_bytes);
    if (!owner.ends_with('\n'))
        return {};
    owner.pop_back();
    return owner;
}

void OwnerFiles::keep(const std::string& name, const std::string& owner) const
{
    forget(name);
    if (!owner.empty())
        system::write_whole(
            new_kept_file(directory, (name + suffix).c_str(), O_WRONLY), name, owner + "\n");
}

void OwnerFiles::forget(const std::string& name) const
{
    unlinkat(directory.descriptor(), (name + suffix).c_str(), 0);
}

}
