#include "fuzz.hpp"

#include "frontends/mcp/workspace_uri.hpp"

using namespace frontends::mcp;

// A URI names a path without "..", NUL and empty names, or nothing; the path has a URI that names
// it.
void fuzz(std::string_view input)
{
    const auto path = path_of_workspace_uri(input);
    must(!path || is_workspace_uri(input));
    if (!path)
        return;
    must(!path->empty() && path->front() != '/' && path->back() != '/');
    must(path->find('\0') == std::string::npos);
    must(("/" + *path + "/").find("/../") == std::string::npos);
    must(path->find("//") == std::string::npos);
    must(path_of_workspace_uri(workspace_uri(*path)) == path);
}
