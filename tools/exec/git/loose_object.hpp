#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace exec::git {

// Returns true if the bytes are a whole loose object (gitformat-loose-object(5)) with this id (40
// hexadecimal digits for SHA-1, 64 for SHA-256): one zlib stream and no more, of a header with a
// known type and the size of what follows, whose hash is the id. `next` returns the next bytes, and
// nothing at their end. Takes constant memory, however much they inflate to.
bool is_loose_object(const std::string& id, const std::function<std::string_view()>& next);

}
