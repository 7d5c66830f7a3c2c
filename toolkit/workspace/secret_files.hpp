#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::workspace {

// True if files of this name usually contain a key, a token or a password: .env and .env.* (not
// .env.example and the like), *.pem, *.key, private keys of SSH, .npmrc, .pypirc and .netrc; and
// for .agentcli, a directory. Ignores case.
bool is_secret_name(std::string_view name);

// Returns the regular files of such names beneath `root`, and .agentcli in `root`: absolute,
// sorted, each once. `root` is absolute, without links. A link of such a name counts as the file
// that it leads to, if that is beneath `root`. Does not look into .git and into directories of
// installed packages (node_modules, site-packages, .venv, venv), whose certificates are no secrets,
// nor into what cannot be read. Throws TOO_LARGE after 500,000 entries, and for more than 1,000
// files.
std::vector<std::string> find_secret_files(const std::string& root);

}
