#pragma once

#include "toolkit/json/json.hpp"

#include <map>
#include <string>
#include <vector>

namespace frontends::servers {

using namespace toolkit;

// A text of an entry that looks like a secret, and the variable that replaces it.
struct LiteralSecret {
    std::string variable;
    std::string key; // the place of the text: "env.GITHUB_TOKEN"
    std::string value;
};

// Variables that have been chosen already, with their values.
using ChosenVariables = std::map<std::string, std::string>;

// Replaces each text of `entry` that looks like a secret by ${NAME}, and returns what was replaced:
// in env, in headers and in the query of url and httpUrl by names and shapes of secrets; in args by
// shapes, and after flags such as --api-key; passwords in url and httpUrl; and the clientSecret of
// oauth. Does not change texts that contain a variable. NAME is the name in env, or begins with
// `server` (in capitals). Two different values never get the same variable: reads `chosen`, and
// adds to it.
std::vector<LiteralSecret> take_literal_secrets(
    Json& entry, const std::string& server, ChosenVariables& chosen);

}
