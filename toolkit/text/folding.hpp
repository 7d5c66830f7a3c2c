#pragma once

#include <span>
#include <string>
#include <string_view>

namespace toolkit::text {

// Returns the text with letters separated from their accents (NFD), as macOS stores file names: for
// Latin, Greek, Cyrillic and Arabic letters, kana and Korean syllables. Keeps the order of several
// accents of a letter.
std::string decomposed(std::string_view text);

// The functions below remove differences between lines that look the same to a reader.

std::string_view indentation_of(std::string_view text);
std::string_view without_trailing_whitespace(std::string_view text);
std::string_view trimmed(std::string_view text);

// Returns the text without spaces, tabs and newlines at its ends, and with one space for each run
// of them within.
std::string on_one_line(std::string_view text);

// A typographic character, or one without a width, and its plain form.
enum class Typography { space, quote, dash, ellipsis, full_width, no_width };
struct TypographicCharacter {
    std::string_view character;
    std::string_view plain;
    Typography kind;
};

// Returns all typographic characters, sorted by their bytes.
std::span<const TypographicCharacter> typographic_characters();

// Returns the offset of the first typographic character at or after `from`; text.size() if there is
// none.
std::size_t find_typographic(std::string_view text, std::size_t from);

// Returns the typographic character at the beginning of the text, or nullptr.
const TypographicCharacter* typographic_character(std::string_view text);

// Returns the text with plain spaces, quotes, dashes, dots and punctuation in place of no-break
// spaces, typographic and full-width characters, and without characters that have no width.
std::string with_plain_typography(std::string_view text);

// Returns the text with Latin letters stripped of their accents, whether the accent is part of the
// character (NFC) or follows it (NFD).
std::string without_accents(std::string_view text);

}
