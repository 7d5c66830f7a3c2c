#include "fuzz.hpp"

#include "tools/fetch_url/html_text.hpp"

#include "toolkit/text/text.hpp"

// Any page becomes text of a bounded size; one that is UTF-8 becomes UTF-8.
void fuzz(std::string_view input)
{
    const fetch_url::HtmlText page = fetch_url::text_of_html(input);
    must(page.text.size() <= 64 + 8 * input.size());
    must(page.title.find('\n') == std::string::npos);
    if (toolkit::text::is_utf8(input)) {
        must(toolkit::text::is_utf8(page.text));
        must(toolkit::text::is_utf8(page.title));
    }
}
