#include "fuzz.hpp"

#include "toolkit/web/normalised_head.hpp"

#include <string>

using namespace toolkit::web;

// Whatever a server sends as a head: one that was put right has its end where it ends, ends each
// line in CRLF, and is not changed again.
void fuzz(std::string_view input)
{
    const std::size_t size = size_of_head(input);
    must(size <= input.size());
    if (size == 0)
        return;
    const std::string sound = normalised_head(input.substr(0, size));
    must(size_of_head(sound) == sound.size());
    for (std::size_t end = sound.find('\n'); end != std::string::npos;
         end = sound.find('\n', end + 1))
        must(end > 0 && sound[end - 1] == '\r');
    must(normalised_head(sound) == sound);
}
