#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

enum class ByteOrder { little, big };

// What a byte order mark of UTF-16 at the beginning of `bytes` says, if there is one.
std::optional<ByteOrder> byte_order_of(std::string_view bytes);

// UTF-8 of UTF-16 text (without its mark). What is no character stays visible and is never
// replaced: a lone surrogate gets the three bytes that UTF-8 would give it, and an odd byte at the
// end those of U+DC00 + byte, so that the result is not valid UTF-8 where the input was not valid
// UTF-16.
std::string utf8_from_utf16(std::string_view bytes, ByteOrder order);

// Returns UTF-8 text in UTF-16, without a byte order mark.
std::string utf16_from_utf8(std::string_view text, ByteOrder order);

// A character, or half of a pair of UTF-16, which has no other form.
void append_utf8(std::string& text, char32_t code);

}
