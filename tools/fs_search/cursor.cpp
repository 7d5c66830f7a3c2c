#include "cursor.hpp"
#include "toolkit/text/cursor.hpp"

#include <utility>

namespace fs_search {

using namespace toolkit;

std::string cursor_of(const PageEnd& end, std::uint32_t request)
{
    return toolkit::text::cursor_text({request, {end.line, end.count, end.modified}, end.path});
}

std::optional<Cursor> read_cursor(std::string_view cursor)
{
    auto read = toolkit::text::read_cursor(cursor, 3);
    if (!read)
        return std::nullopt;
    const auto& numbers = read->numbers;
    return Cursor {read->request, {std::move(read->path), numbers[0], numbers[1], numbers[2]}};
}

}
