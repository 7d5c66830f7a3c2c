#pragma once

#include <span>
#include <string>
#include <string_view>

namespace toolkit::text {

// Returns the text with letters and their accents apart (NFD), as macOS has them in names: for
// Latin, Greek, Cyrillic and Arabic letters, kana and Korean syllables. Keeps the order of several
// accents of a letter.
std::string decomposed(std::string_view text);

// Lines as a reader sees them: what differs between two lines that look alike is taken away.

std::string_view indentation_of(std::string_view text);
std::string_view without_end_blanks(std::string_view text);
std::string_view trimmed(std::string_view text);

// A typographic character, or one without a width, and what is plain for it.
enum class Typography { blank, quote, dash, ellipsis, full_width, no_width };
struct TypographicCharacter {
    std::string_view character;
    std::string_view plain;
    Typography kind;
};

// All of them, in the order of their bytes.
std::span<const TypographicCharacter> typographic_characters();

// Where the first of them stands at or after `from`; text.size() if there is none.
std::size_t find_typographic(std::string_view text, std::size_t from);

// The one that the text begins with, or nullptr.
const TypographicCharacter* typographic_character(std::string_view text);

// Returns the text with plain blanks, quotes, dashes, dots and punctuation in place of no-break
// spaces, typographic and full-width characters, and without characters that have no width.
std::string with_plain_typography(std::string_view text);

// Latin letters without their accents, be those a part of the character (NFC) or one after it
// (NFD).
std::string without_accents(std::string_view text);

}
