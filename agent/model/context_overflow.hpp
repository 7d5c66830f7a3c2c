#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

// What to do about an error by which a server says that the request does not fit the model's
// context: --context-window, with the server's own number if it names one. Nothing if the error
// says something else.
std::optional<std::string> overflow_hint(std::string_view error);

}
