#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::workspace {

// Returns true if files of this name usually contain a key, a token or a password: .env and .env.*
// (not .env.example and similar names), *.pem, *.key, private keys of SSH, .npmrc, .pypirc and
// .netrc. Also returns true for the directory .agentcli. Ignores case.
bool is_secret_name(std::string_view name);

// Returns the regular files of such names beneath `root`, and .agentcli in `root`: absolute,
// sorted, each once. `root` is absolute, without links. A link of such a name counts as the file
// that it leads to, if that is beneath `root`. Does not enter .git, directories of installed
// packages (node_modules, site-packages, .venv, venv), whose certificates are not secret, and
// directories that cannot be read. Throws TOO_LARGE after 500,000 entries, and for more than 1,000
// files.
std::vector<std::string> find_secret_files(const std::string& root);

}
