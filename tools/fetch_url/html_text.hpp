#pragma once

#include <string>
#include <string_view>

namespace fetch_url {

struct HtmlText {
    std::string title; // first <title>, in one line; empty if there is none
    std::string text;
};

// Converts an HTML page in UTF-8 to Markdown: headings, lists, code, table cells, and links with
// their targets unchanged. Leaves out scripts, styles, the head and drawings, and collapses
// whitespace except in <pre>. Accepts any bytes and does not repair markup: an element that is
// never closed extends to the end. Takes linear time; the text has at most about five bytes for
// each byte of the page.
HtmlText text_of_html(std::string_view html);

}
