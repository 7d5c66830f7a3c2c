#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace frontends::mcp {

// URIs of files and directories of the workspace, "workspace:///src/main.cpp", which do not name a
// path of the host.
inline constexpr const char* workspace_uri_template = "workspace:///{+path}"; // RFC 6570

bool is_workspace_uri(std::string_view uri);

// Returns the URI of a path relative to the workspace, "." for the workspace itself. Bytes that RFC
// 3986 does not allow in a segment are percent-encoded.
std::string workspace_uri(std::string_view path);

// Returns the path that a URI names. Everything after "workspace:///" belongs to the path, also '?'
// and '#', since clients that fill in the template leave them as they are. Returns nullopt if it is
// not such a URI, has a malformed escape, or an empty name, "." or ".." before its last '/', or if
// the decoded path has a NUL, is not UTF-8 or longer than 4,096 bytes, or an escape is that of '/'.
std::optional<std::string> path_of_workspace_uri(std::string_view uri);

// Returns the media type of a file by the end of its name: "application/octet-stream" for a
// `binary` file with an unknown one, otherwise "text/plain".
std::string media_type_of(std::string_view path, bool is_binary);

}
