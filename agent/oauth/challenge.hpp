#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

// A challenge of a WWW-Authenticate field (RFC 9110, 11.6.1).
struct Challenge {
    std::string scheme; // in lower case
    std::map<std::string, std::string> parameters = {}; // names in lower case; the first counts
};

// Returns the challenges of a field, whose lines are joined by commas. Reads until the first
// character that fits no challenge, and at most 8 KiB.
std::vector<Challenge> challenges_in(std::string_view field);

// The parameters of the first Bearer challenge (RFC 6750, RFC 9728); empty texts without one.
struct BearerChallenge {
    std::string resource_metadata = {}; // a URL
    std::string scope = {}; // those that are sound_scopes()
    std::string error = {}; // "insufficient_scope"
};
BearerChallenge bearer_challenge_in(std::string_view field);

}
