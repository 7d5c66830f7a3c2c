#pragma once

#include <string>
#include <string_view>
#include <vector>

// The values of variables that are named like secrets: a word of the name (between underscores) ends with
// KEY, TOKEN, SECRET, PASSWORD, PASSWD, PASSPHRASE or CREDENTIAL(S), or is PASS or PWD (but PWD alone is the
// current directory); and of those that have one of `names`, in any case.
std::vector<std::string> secret_values(const char* const* environment, const std::vector<std::string>& names);

// Is this variable named like one?
bool is_secret_name(std::string_view name);
