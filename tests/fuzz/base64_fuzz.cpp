#include "fuzz.hpp"

#include "toolkit/text/text.hpp"

using namespace toolkit::text;

// Every byte string survives the way there and back; a text that decodes is the only one that
// encodes so.
void fuzz(std::string_view input)
{
    must(base64_decode(base64_encode(input)) == std::string(input));
    if (const auto bytes = base64_decode(input))
        must(base64_encode(*bytes) == input);
}
