#pragma once

#include <cstddef>
#include <string>

// All of a file that the operator has named. `what` is for messages: "the recording". Throws BAD_REQUEST where it can't be read, is no regular
// file, or has more than `most` bytes.
std::string read_named_file(const std::string& path, const std::string& what, std::size_t most);
