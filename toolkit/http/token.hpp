#pragma once

#include <string>
#include <string_view>

namespace toolkit::http {

// The secret that clients need, from a file that only its user can read.
struct Token {
    std::string text;
    bool is_new = false; // the file was created
};

// Returns 32 random bytes as text.
std::string new_token();

// Returns the token in this file. If the file is missing, creates it with mode 0600 and a new
// token. Throws BAD_REQUEST if it has another mode or owner, is not a regular file, or does not
// contain a token.
Token token_in(const std::string& path);

// Returns the default path of the token file of a server ("mcp") on this port. Makes its directory,
// with mode 0700, if it is missing. Throws BAD_REQUEST if XDG_RUNTIME_DIR is not set.
std::string usual_token_file(const std::string& server, int port);

// Compares two secrets in a time that does not depend on their content.
bool is_same_secret(std::string_view one, std::string_view other);

}
