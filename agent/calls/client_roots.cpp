#include "agent/calls/client_roots.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace agent::calls {

namespace fs = std::filesystem;

// True if `directory` is `other` or a parent of it.
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

static constexpr std::size_t max_roots = 100; // further roots are ignored

// Returns the text with percent escapes decoded; nullopt if an escape is malformed or is a NUL.
static std::optional<std::string> decoded_path(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::optional<char> escaped = text::percent_escape(text, at);
        if (text[at] == '%' && escaped.value_or('\0') == '\0')
            return {};
        result += escaped.value_or(text[at]);
        at += escaped ? 2 : 0;
    }
    return result;
}

std::string path_of_file_uri(std::string_view uri)
{
    constexpr std::string_view scheme = "file://";
    if (text::in_lower_case(uri.substr(0, scheme.size())) != scheme)
        return {};
    uri.remove_prefix(scheme.size());
    const std::size_t path = uri.find('/');
    if (path == std::string_view::npos || uri.find_first_of("?#\0", 0, 3) != std::string_view::npos)
        return {};
    const std::string host = text::in_lower_case(uri.substr(0, path));
    if (!host.empty() && host != "localhost")
        return {};
    return decoded_path(uri.substr(path)).value_or("");
}

static ToolError nothing_is_left(const Json& roots, const std::string& workspace)
{
    constexpr std::size_t max_named = 10;
    std::string names;
    for (std::size_t at = 0; at < roots.size() && at < max_named; ++at)
        names += (at == 0 ? "" : ", ")
            + text::in_quotes(
                text::shortened(text::printable(json::string_member(roots[at], "uri")), 200));
    return {Code::permission_denied,
        "none of the client's roots lies in the workspace: it has "
            + (names.empty() ? "none" : names) + ", and the workspace is "
            + text::in_quotes(workspace),
        "the client's user can open a directory of the workspace; the operator can leave out "
        "--roots"};
}

calls::WorkspacePart part_of_roots(const Json& result, const std::string& workspace)
{
    const Json& roots = json::member(result, "roots");
    calls::WorkspacePart part;
    for (std::size_t at = 0; roots.is_array() && at < roots.size() && at < max_roots; ++at) {
        const std::string path = path_of_file_uri(json::string_member(roots[at], "uri"));
        std::error_code error;
        const std::string real = path.empty() ? "" : fs::canonical(path, error).string();
        if (real.empty() || error || !fs::is_directory(real, error))
            continue;
        if (text::strip_root(workspace, real))
            return {};
        if (text::strip_root(real, workspace))
            part.directories.push_back(real);
    }
    if (part.directories.empty())
        part.refusal = nothing_is_left(roots.is_array() ? roots : Json::array(), workspace);
    return part;
}

}
