#pragma once

#include <ctime>
#include <string>
#include <string_view>

namespace agent::session {

// The name of a chat's session: DIRECTORY-YYYYMMDD-HHMM, in local time and in the letters that a
// session may have. `number` follows it from 2 on.
std::string session_name(std::string_view directory, std::time_t now, int number);

}
