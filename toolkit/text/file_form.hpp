#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// Windows-1252, which differs from ISO 8859-1 (Latin-1) in 0x80 to 0x9F. The five bytes there that
// it does not use are the control characters of ISO 8859-1.

// True if this is another usual name of the encoding, in lower case: "cp1252", "latin-1".
bool is_name_of_windows_1252(std::string_view name);

// Returns the text in UTF-8. Every byte is a character.
std::string from_windows_1252(std::string_view bytes);

// Returns UTF-8 text in Windows-1252, or nullopt if that lacks one of its characters.
std::optional<std::string> to_windows_1252(std::string_view text);

// The encoding of a text file, and the ends of its lines.
struct FileForm {
    // `other` has no NUL, as text of 8 bits a character; `binary` is anything else.
    enum class Encoding { utf8, utf16_little, utf16_big, other, binary };
    // `mixed` lines end differently; `none`: the file has one line without an end.
    enum class Newlines { none, lf, crlf, cr, mixed };

    Encoding encoding = Encoding::utf8;
    bool has_mark = false; // begins with a byte order mark
    Newlines newlines = Newlines::none;
};

bool is_utf16(const FileForm& form);

// Returns the form of a file, of which `bytes` is all or the beginning. Does not recognise UTF-16
// without a mark.
FileForm form_of(std::string_view bytes);

// Returns the newlines of lines that are added at the end of a text (end_around()).
FileForm::Newlines newlines_at_end(std::string_view text);

// Returns UTF-8 text as it has to be in a file of this form: with its newlines, unless the text has
// a CR or those of the file are mixed; in UTF-16 if the file is; without a byte order mark.
std::string in_form(std::string_view text, const FileForm& form);

// The byte order mark of the form, if it has one; empty otherwise.
std::string_view mark_of(const FileForm& form);

// Names what in_form() and mark_of() give a text: "CRLF newlines and UTF-16"; empty for nothing.
std::string name_of(const FileForm& form);

// An encoding that a request names for what it writes.
enum class WrittenEncoding { utf8, utf16, latin1 };

// Returns UTF-8 text in this encoding, without a byte order mark; UTF-16 is little-endian, and
// latin1 Windows-1252. Returns nullopt if the encoding lacks one of its characters.
std::optional<std::string> in_encoding(std::string_view text, WrittenEncoding encoding);

}
