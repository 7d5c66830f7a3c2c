#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fetch_url {

// The Content-Type of a response: type and charset in lower case, empty if missing.
struct ContentType {
    std::string type; // "text/html"
    std::string charset;
};

// Parses the field Content-Type.
ContentType content_type_of(std::string_view field);

// Returns true for types that are text: a missing type, text/*, JSON, XML and similar. The body of
// other types is not read.
bool is_textual(const ContentType& type);

// The text of a body.
struct Content {
    std::string title; // of HTML; may be empty
    std::string text; // UTF-8
    std::size_t replaced = 0; // number of U+FFFD that replace invalid bytes
};

// Returns the text of a body without a byte order mark: HTML is converted by text_of_html(),
// anything else is unchanged. A body without a type that looks like HTML is treated as HTML.
// The charset is taken from a byte order mark, the type, or the page itself (<meta>, <?xml), in
// this order. Without any of these it is UTF-8 or, if the bytes are not valid UTF-8, Windows-1252.
// Throws UNSUPPORTED for any other charset, and for binary data. `is_cut` means that the body is
// only the beginning of a longer one.
Content content_of(std::string_view body, const ContentType& type, bool is_cut);

}
