#pragma once

#include "toolkit/system/file.hpp"

#include <string>

namespace toolkit::ignore {

// A file that git's global configuration is in, or that it names.
struct UsersFile {
    std::string text; // empty if it can't be read, or is no regular file
    bool is_in_workspace = false; // then its text is the workspace's word, not the user's
};

// Reads an absolute path, or one from the current directory, before the sandbox is entered. The
// user's links are followed; one that lies in the workspace is not: it could lead anywhere.
UsersFile read_users_file(const std::string& path, const File& root);

// What an open file holds; nothing of one that is not open, can't be read or is no regular file.
std::string text_of_users_file(const File& file);

}
