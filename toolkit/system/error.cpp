#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

namespace toolkit::system {

// The codes as they are written, in the order of Code.
static constexpr std::array<std::string_view, 21> names {
    "BAD_REQUEST",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "NOT_A_FILE",
    "NOT_A_DIRECTORY",
    "NOT_EMPTY",
    "PERMISSION_DENIED",
    "OUTSIDE_WORKSPACE",
    "PROTECTED",
    "TOO_LARGE",
    "CONFLICT",
    "AMBIGUOUS",
    "NO_MATCH",
    "BAD_PATTERN",
    "BAD_PATCH",
    "UNSUPPORTED",
    "TIMED_OUT",
    "NO_SPACE",
    "IO_ERROR",
    "SANDBOX_UNAVAILABLE",
    "INTERNAL",
};
static_assert(names.size() == static_cast<std::size_t>(Code::internal) + 1);

std::string_view wire_name(Code code) { return names.at(static_cast<std::size_t>(code)); }

Code code_named(std::string_view wire_name)
{
    const auto* const found = std::find(names.begin(), names.end(), wire_name);
    return found == names.end() ? Code::internal : static_cast<Code>(found - names.begin());
}

ToolError::ToolError(Code code, std::string message, std::string hint)
    : code(code)
    , message(std::move(message))
    , hint(std::move(hint))
{
}

const char* ToolError::what() const noexcept { return message.c_str(); }

static Code code_for(int error)
{
    switch (error) {
    case ENOENT: return Code::not_found;
    case EEXIST: return Code::already_exists;
    case EISDIR:
    case ENXIO:
    case ENODEV: return Code::not_a_file;
    case ENOTDIR: return Code::not_a_directory;
    case ENOTEMPTY: return Code::not_empty;
    case EACCES:
    case EPERM:
    case EROFS: return Code::permission_denied;
    case EXDEV: return Code::outside_workspace;
    case EFBIG: return Code::too_large;
    case ENAMETOOLONG:
    case EINVAL:
    case EILSEQ: return Code::bad_request;
    case ELOOP: return Code::not_found;
    case ENOSPC:
    case EDQUOT: return Code::no_space;
    default: return Code::io_error;
    }
}

ToolError system_error(const std::string& what_failed, int error)
{
    std::string reason = std::strerror(error);
    // "No such file" becomes "no such file". Abbreviations ("RFS specific error") keep their
    // capitals.
    if (reason.size() > 1 && std::islower(static_cast<unsigned char>(reason[1])) != 0)
        reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
    return {code_for(error), what_failed + ": " + reason,
        code_for(error) == Code::no_space ? "the file system or the quota is full: remove what is "
                                            "not needed, or ask the operator for room"
                                          : ""};
}

ToolError system_error(const std::string& what_failed) { return system_error(what_failed, errno); }

}
