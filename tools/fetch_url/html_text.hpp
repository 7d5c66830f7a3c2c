#pragma once

#include <string>
#include <string_view>

namespace fetch_url {

struct HtmlText {
    std::string title; // of the first <title>, in one line; empty if there is none
    std::string text;
};

// Returns the text of an HTML page in UTF-8 as Markdown: headings, lists, code, the cells of
// tables, and links with their targets as the page has them. Scripts, styles, the head and drawings
// are left out; whitespace is collapsed except in <pre>. Takes any bytes, and repairs no markup: a
// tag that is never closed counts to the end. Linear in the size of the page; the text has at most
// some five bytes for each of the page's.
HtmlText text_of_html(std::string_view html);

}
