#pragma once

#include <string>
#include <vector>

// Where people and programs keep keys, tokens and passwords, as far as they exist and this user could read
// them: in the home directory that HOME names and the one that /etc/passwd gives the user, and of the system.
// Absolute, links resolved.
std::vector<std::string> secret_paths();
