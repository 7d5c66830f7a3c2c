#pragma once

#include <string>
#include <string_view>

namespace toolkit::http {

// What clients have to know, from a file that only its user can read.
struct Token {
    std::string text;
    bool is_new = false; // the file was made
};

// 32 random bytes, as text.
std::string new_token();

// The token in this file. A missing one is made, with mode 0600 and 32 random bytes. Throws
// BAD_REQUEST if it has another mode or owner, is no regular file, or holds no token.
Token token_in(const std::string& path);

// Where the token of a port is kept that nobody has named a file for ("mcp": the server): its
// directory has mode 0700, and is made if it is missing. Throws BAD_REQUEST if there is no
// XDG_RUNTIME_DIR.
std::string usual_token_file(const std::string& server, int port);

// The time that it takes depends on neither.
bool is_same_secret(std::string_view one, std::string_view other);

}
