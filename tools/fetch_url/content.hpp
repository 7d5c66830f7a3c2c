#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fetch_url {

// The Content-Type of a response: both in lower case, empty if missing.
struct ContentType {
    std::string type; // "text/html"
    std::string charset;
};

ContentType content_type_of(std::string_view field);

// True for types that are text: text/*, JSON, XML and such. Others are not read.
bool is_textual(const ContentType& type);

struct Content {
    std::string title; // of HTML; may be empty
    std::string text; // UTF-8
    std::size_t replaced = 0; // how many U+FFFD are in place of bytes that are no character
};

// Returns the text of a body: HTML as text_of_html() has it, anything else as it is, both without a
// byte order mark. Without a type, what looks like HTML is HTML. The charset is that of a byte
// order mark, of the type, of the page itself (<meta>, <?xml), or UTF-8; of bytes that are not
// UTF-8 and have none, Windows-1252. Throws UNSUPPORTED for another charset, and for bytes that are
// not text. `is_cut`: the body is the beginning of a longer one.
Content content_of(std::string_view body, const ContentType& type, bool is_cut);

}
