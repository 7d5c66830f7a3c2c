#pragma once

#include <functional>
#include <string_view>

namespace exec::git {

// Inflates one zlib stream (RFC 1950) in constant memory, as strictly as zlib does. `next` returns
// the next bytes of it, and nothing at its end; `take` gets the inflated ones, up to 32 KiB at a
// time, and returns false to stop. Returns true if the stream is whole, has the right checksum, and
// nothing follows it.
bool inflate(const std::function<std::string_view()>& next,
    const std::function<bool(std::string_view)>& take);

}
