#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

// The names after @ in what was typed, at its beginning or after a space: "src/main.cpp",
// "notes.txt:10-40", or "a name" of @"a name".
std::vector<std::string> mentions_in(std::string_view typed);

// A message as a draft that sends it: what begins as a command does is put so that it is none.
std::string draft_of_message(const std::string& text);

}
