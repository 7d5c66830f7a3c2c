#pragma once

#include "toolkit/system/error.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::workflow {

using namespace toolkit;

// Variables of --env-file by name.
using Variables = std::map<std::string, std::string, std::less<>>;

// Parses lines NAME=VALUE. A NAME consists of letters, digits and _, and does not begin with a
// digit; `export` before it is ignored. Empty lines and lines that begin with # are ignored, and
// so are spaces and tabs around NAME and VALUE. A VALUE in double quotes may contain the escapes
// \n \r \t \" \\ and \$, one in single quotes is taken as it is; both may have several lines. In
// any other VALUE, quotes, # and backslashes have no meaning. Nothing is expanded. The last line of
// a NAME counts. Throws BAD_REQUEST that names the line in `file`, also for NUL and for a text that
// is not UTF-8.
Variables variables_in(std::string_view text, const std::string& file);

// Reads a file of at most 1 MiB. Throws BAD_REQUEST if it cannot be read.
Variables read_env_file(const std::string& path);

// Returns the value of a variable: that of the file or else of the environment. Returns nullopt if
// it is not set.
std::optional<std::string> variable_in(const Variables& file, const std::string& name);

}
