#include "fuzz.hpp"

#include "tools/fs_search/findings.hpp"

// What is read from a cursor is within its bounds, and is written the same again, unless the path
// need not have been encoded.
void fuzz(std::string_view input)
{
    const auto cursor = fs_search::read_cursor(input);
    if (!cursor)
        return;
    const auto& end = cursor->end;
    must(end.line >= 0 && end.count >= 0 && end.modified >= 0 && !end.path.empty());
    const std::string again = fs_search::cursor_of(end, cursor->request);
    const auto same = fs_search::read_cursor(again);
    must(same && same->request == cursor->request && same->end == end);
    must(again == input || input.find(":base64:") != std::string_view::npos);
}
