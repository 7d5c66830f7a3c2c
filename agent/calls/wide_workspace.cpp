#include "agent/calls/wide_workspace.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace agent::calls {

using namespace toolkit;

namespace fs = std::filesystem;

// Is it `other` or above it?
static bool contains(const fs::path& directory, const fs::path& other)
{
    const fs::path way = other.lexically_relative(directory);
    return !way.empty() && *way.begin() != "..";
}

bool is_wide(const std::string& directory)
{
    std::error_code error;
    const char* const home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe): one thread here
    const fs::path real_home = fs::canonical(home == nullptr ? "" : home, error);
    return directory == "/" || (!real_home.empty() && contains(directory, real_home));
}

void refuse_wide_workspace()
{
    std::error_code error;
    const fs::path current = fs::current_path(error);
    if (!is_wide(current.string()))
        return;
    throw ToolError(Code::bad_request,
        text::in_quotes(current.string())
            + " would be the workspace, and it is more than a project",
        "-C DIR names the workspace, also this one");
}

}
