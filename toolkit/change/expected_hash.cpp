#include "toolkit/change/expected_hash.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <limits>

namespace toolkit::change {

void check_is_hash(std::string_view expected)
{
    const auto is_digit = [](unsigned char letter) { return std::isxdigit(letter) != 0; };
    if (expected.size() != 64 || !std::all_of(expected.begin(), expected.end(), is_digit))
        throw ToolError(Code::bad_request,
            "'expectedSha256' must be 64 hexadecimal digits, not " + text::in_quotes(expected));
}

void check_expected_hash(
    const std::string& actual, std::string_view expected, std::string_view path)
{
    if (actual.empty())
        throw ToolError(Code::conflict,
            text::in_quotes(path) + " does not exist, so it can't have the expected content",
            "leave out 'expectedSha256' to create it");
    if (strcasecmp(actual.c_str(), std::string(expected).c_str()) != 0)
        throw ToolError(Code::conflict,
            text::in_quotes(path) + " has another content than expected",
            "its sha256 is " + actual + "; read it again before you change it");
}

void check_expected_entry(
    const system::Place& place, const std::optional<std::string>& expected, const std::string& path)
{
    if (!expected)
        return;
    const auto status = system::status_in(place.directory, place.name);
    if (!status || !S_ISREG(status->st_mode))
        throw ToolError(Code::conflict,
            text::in_quotes(path) + " is not a file, so it can't have the expected content",
            "look at it again before you change it");
    const File file = system::open_in(place.directory, place.name, O_RDONLY);
    if (!file)
        throw system::system_error("cannot read " + text::in_quotes(path), errno);
    // The size is not limited, since removing the file has no limit either.
    const system::HashLimit no_limit {std::numeric_limits<std::int64_t>::max(), "hash", ""};
    check_expected_hash(system::sha256(file, path, no_limit), *expected, path);
}

}
