#include "runner/named_file.hpp"

#include "toolkit/error.hpp"
#include "toolkit/file.hpp"
#include "toolkit/text.hpp"

#include <fcntl.h>

std::string read_named_file(const std::string& path, const std::string& what, std::size_t most)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file)
        throw ToolError(
            Code::bad_request, system_error("cannot read " + what + " " + in_quotes(path)).message);
    try {
        return read_whole(file, path, most);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, error.message, error.hint);
    }
}
