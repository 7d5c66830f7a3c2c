#pragma once

#include "toolkit/system/named_file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::change {

// Throws BAD_REQUEST unless `expected` is a SHA-256 as sha256() writes it; upper case is taken too.
void check_is_hash(std::string_view expected);

// Throws CONFLICT unless the file's content has the hash that the request expects; the hint has the
// actual one. `actual` is empty where there is no file.
void check_expected_hash(
    const std::string& actual, std::string_view expected, std::string_view path);

// Throws CONFLICT unless the entry at `place`, which must exist, is a regular file with this hash;
// does nothing without a hash. For a call that removes or replaces the entry. `path` is for
// messages.
void check_expected_entry(const system::Place& place, const std::optional<std::string>& expected,
    const std::string& path);

}
