#include "fuzz.hpp"

#include "toolkit/text/image.hpp"

using namespace toolkit;

// Whatever the bytes are, the header is read within them, an image has a type and a size, and its
// URL has the same bytes.
void fuzz(std::string_view input)
{
    const auto size = text::image_size(input);
    const std::string_view type = text::image_type(input);
    must(!size || (!type.empty() && size->width > 0 && size->height > 0));
    if (type.empty())
        return;
    const auto bytes = text::image_in_url(text::image_url(type, input));
    must(bytes.has_value() == size.has_value());
    must(!bytes || *bytes == input);
    (void)text::image_in_url(input);
}
