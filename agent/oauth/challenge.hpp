#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

// A challenge of a WWW-Authenticate field (RFC 9110, 11.6.1).
struct Challenge {
    std::string scheme; // in lower case
    std::map<std::string, std::string> parameters = {}; // by name in lower case
};

// Parses a field whose lines were joined by commas. Stops at the first syntax error, and after
// 8 KiB. Keeps the first of several parameters of the same name.
std::vector<Challenge> challenges_in(std::string_view field);

// The parameters of the first Bearer challenge (RFC 6750, RFC 9728); empty if there is none.
struct BearerChallenge {
    std::string resource_metadata = {}; // a URL
    std::string scope = {}; // filtered by sound_scopes()
    std::string error = {}; // "insufficient_scope"
};
BearerChallenge bearer_challenge_in(std::string_view field);

}
