#pragma once

#include <string>
#include <vector>

// How a secret may look where it turns up: as it is; as JSON strings write it, and JSON inside of JSON
// strings, three deep; in a URL, with as few or as many percent signs as there may be; in base64 of both
// alphabets, also where other bytes stand before and behind it. Each once.
std::vector<std::string> spellings(const std::string& value);
