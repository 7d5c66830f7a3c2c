#pragma once

#include "toolkit/text/file_form.hpp"
#include "toolkit/tool/member_place.hpp"

#include <array>

namespace toolkit::text {

// The names of the encodings in a request that writes text (toolkit/tool/member_place.hpp).
constexpr auto choices(WrittenEncoding /*unused*/)
{
    using tool::Choice;
    return std::array {Choice {WrittenEncoding::utf8, "utf-8"},
        Choice {WrittenEncoding::utf16, "utf-16"}, Choice {WrittenEncoding::latin1, "latin1"}};
}

}

namespace toolkit::tool {

// Replaces other names of these encodings in a request by those of the table, and `content` with
// "encoding" "base64" by `contentBase64`. For Tool::rewrite.
void translate_written_encoding(Json& request, const Json& maximums);

}
