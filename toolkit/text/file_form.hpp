#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// Windows-1252 differs from ISO 8859-1 (Latin-1) in 0x80 to 0x9F. The five bytes in this range that
// it does not use are treated as the control characters of ISO 8859-1.

// Returns true if this is another common name of the encoding, in lower case, such as "cp1252" or
// "latin-1".
bool is_name_of_windows_1252(std::string_view name);

// Returns the text in UTF-8. Every byte is a character.
std::string from_windows_1252(std::string_view bytes);

// Returns UTF-8 text in Windows-1252, or nullopt if that lacks one of its characters.
std::optional<std::string> to_windows_1252(std::string_view text);

// The encoding of a text file, and its line endings.
struct FileForm {
    // `other` is text with 8 bits per character, recognised by the absence of NUL. `binary` is
    // anything else.
    enum class Encoding { utf8, utf16_little, utf16_big, other, binary };
    // `mixed`: the file has several kinds of line endings. `none`: the file is a single line
    // without a newline.
    enum class Newlines { none, lf, crlf, cr, mixed };

    Encoding encoding = Encoding::utf8;
    bool has_mark = false; // begins with a byte order mark
    Newlines newlines = Newlines::none;
};

bool is_utf16(const FileForm& form);

// Returns the form of a file from its content or the beginning of it. Does not recognise UTF-16
// without a byte order mark.
FileForm form_of(std::string_view bytes);

// Returns the newlines of lines that are added at the end of a text (end_around()).
FileForm::Newlines newlines_at_end(std::string_view text);

// Returns UTF-8 text in the form of the file, without a byte order mark. Newlines are converted,
// unless the text has a CR or those of the file are mixed. The result is UTF-16 if the file is.
std::string in_form(std::string_view text, const FileForm& form);

// Returns the byte order mark of the form; empty if it has no mark.
std::string_view mark_of(const FileForm& form);

// Returns a description of what in_form() and mark_of() do to a text, such as "CRLF newlines and
// UTF-16"; empty if they do nothing.
std::string name_of(const FileForm& form);

// An encoding that a request can choose for the content that it writes.
enum class WrittenEncoding { utf8, utf16, latin1 };

// Returns UTF-8 text in this encoding, without a byte order mark. UTF-16 is little-endian; latin1
// is Windows-1252. Returns nullopt if the encoding lacks one of the characters.
std::optional<std::string> in_encoding(std::string_view text, WrittenEncoding encoding);

}
