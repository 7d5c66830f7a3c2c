#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

// What an object means that names a member twice.
enum class RepeatedNames { last_counts, refused };

// Parses JSON that somebody else has written: a server, a tool, a file. At most 64 deep, a million values in
// all, and no objects so wide that looking for their keys, which are kept in order and compared one by one,
// takes long: so that neither the stack, the memory nor the time depends on the text. The whole text is the document:
// a NUL byte does not end it, and no byte order mark stands before it. Throws BAD_REQUEST "it
// is not JSON: …", which of these it exceeds, or which name an object has twice where that is refused.
Json parse_bounded(std::string_view text, RepeatedNames repeated = RepeatedNames::last_counts);

// The members `names` of the object that `text` is, in the order of `names`; null for one that is missing, an array or an
// object. Checks all of the text as parse_bounded() does, and keeps nothing else of it.
std::vector<Json> members_in(std::string_view text, const std::vector<std::string>& names);
