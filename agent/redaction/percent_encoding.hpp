#pragma once

#include <string>
#include <string_view>

namespace agent::redaction {

// With each %XX as the byte that it stands for; a % in front of anything else stays.
std::string percent_decoded(std::string_view text);

}
