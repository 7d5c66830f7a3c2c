#include "fuzz.hpp"

#include "tools/fetch_url/content.hpp"
#include "tools/fetch_url/hosts.hpp"
#include "tools/fetch_url/urls.hpp"

#include "toolkit/web/addresses.hpp"

using namespace fetch_url;

// A URL of a model, a reference of a server to another one, and the type of a response. What is
// read is the same when it is read again, so that what was judged is what is asked for.
void fuzz(std::string_view input)
{
    const std::string_view reference = take_text(input);
    (void)content_type_of(reference);
    (void)toolkit::web::is_private(std::string(reference));
    static const toolkit::web::Url base = read_url("http://host:81/a/b?c");
    const toolkit::web::Url url = resolved(base, reference);
    const std::string text = text_of(url);
    must(text_of(read_url(text)) == text);
    must(text.find_first_of(" \t\r\n#\\") == std::string::npos);
    must(url.host.find('@') == std::string::npos && !url.host.empty());
}
