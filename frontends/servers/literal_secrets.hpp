#pragma once

#include "toolkit/json/json.hpp"

#include <map>
#include <string>
#include <vector>

namespace frontends::servers {

using namespace toolkit;

// A text of an entry that looks like a secret, and the variable that takes its place.
struct LiteralSecret {
    std::string variable;
    std::string key; // where it was: "env.GITHUB_TOKEN"
    std::string value;
};

// Variables that have been chosen already, with their values.
using ChosenVariables = std::map<std::string, std::string>;

// Replaces each text of `entry` that looks like a secret by ${NAME}, and returns what was replaced.
// Looks into env, headers and the parameters of url and httpUrl by their names, and into args by
// the shapes of secrets. A text with a variable in it stays. NAME is that of the variable in env,
// or begins with `server` (in capitals). Two different values never get the same variable: `chosen`
// is read, and added to.
std::vector<LiteralSecret> take_literal_secrets(
    Json& entry, const std::string& server, ChosenVariables& chosen);

}
