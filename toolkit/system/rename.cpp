#include "toolkit/system/rename.hpp"

#include "toolkit/system/directory.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>

namespace toolkit::system {

bool is_unsupported(int error)
{
    return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP || error == EPERM;
}

int rename_to_free(const Place& from, const Place& to)
{
    const auto rename = [&](unsigned flags) {
        return renameat2(from.directory.descriptor(), from.name.c_str(), to.directory.descriptor(),
                   to.name.c_str(), flags)
                == 0
            ? 0
            : errno;
    };
    const int error = rename(RENAME_NOREPLACE);
    if (!is_unsupported(error))
        return error;
    return open_in(to.directory, to.name, O_PATH) ? EEXIST : rename(0);
}

}
