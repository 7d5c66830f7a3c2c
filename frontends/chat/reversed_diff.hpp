#pragma once

#include <string>
#include <string_view>

namespace frontends::chat {

// A unified diff, as the tool that undoes changes prints it, the other way round: + and - are
// exchanged, and what is removed stands before what is added. What is no diff stays as it is.
std::string reversed_diff(std::string_view diff);

}
