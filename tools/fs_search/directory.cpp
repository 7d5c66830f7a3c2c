#include "directory.hpp"
#include "toolkit/directory.hpp"

Opened open_listed(const Opened& directory, const std::string& name, std::uint64_t flags)
{
    return {open_in(directory.file, name, flags), directory.short_read};
}
