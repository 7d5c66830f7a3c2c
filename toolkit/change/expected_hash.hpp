#pragma once

#include "toolkit/system/named_file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::change {

// Throws BAD_REQUEST unless `expected` is a SHA-256 in hexadecimal. Upper case is accepted, too.
void check_is_hash(std::string_view expected);

// Throws CONFLICT unless `actual`, the hash of the file's content, equals the expected one. The
// hint contains `actual`, which is empty if the file does not exist.
void check_expected_hash(
    const std::string& actual, std::string_view expected, std::string_view path);

// Throws CONFLICT unless the entry at `place`, which must exist, is a regular file with this hash.
// Does nothing if `expected` is nullopt. For a call that removes or replaces the entry. `path` is
// for messages.
void check_expected_entry(const system::Place& place, const std::optional<std::string>& expected,
    const std::string& path);

}
