#include "runner/start/links_out.hpp"

#include "agent/calls/paths_to.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <system_error>

namespace runner::start {

using namespace toolkit;

namespace fs = std::filesystem;

void refuse_link_out(const std::string& path, const std::string& what)
{
    std::error_code error;
    const std::string here = fs::current_path(error).string();
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    if (path.empty() || error || here == "/" || !text::strip_root(whole.string(), here))
        return;
    if (!text::strip_root(agent::calls::paths_to(path).back(), here))
        throw ToolError(Code::bad_request,
            "cannot use " + what + " " + text::in_quotes(path)
                + ": a symbolic link leads out of the current directory, or nowhere",
            "name what it leads to");
}

}
