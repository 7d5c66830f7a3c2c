#include "order.hpp"

#include "toolkit/text/path_names.hpp"

#include <algorithm>
#include <utility>

namespace fs_listdir {

using namespace toolkit;

namespace {

std::ptrdiff_t depth_of(const std::string& path)
{
    return std::count(path.begin(), path.end(), '/');
}

}

bool comes_before(const Name& left, const Name& right, Order order)
{
    if (order != Order::name)
        return left.number != right.number ? left.number > right.number
                                           : text::compare_paths(left.path, right.path) < 0;
    const std::string_view left_parent = left.parent();
    const std::string_view right_parent = right.parent();
    if (left_parent != right_parent) {
        const std::ptrdiff_t left_depth = depth_of(left.path);
        const std::ptrdiff_t right_depth = depth_of(right.path);
        return left_depth != right_depth ? left_depth < right_depth
                                         : text::compare_paths(left_parent, right_parent) < 0;
    }
    return left.is_directory != right.is_directory ? left.is_directory : left.name() < right.name();
}

std::string cursor_after(const Name& name, std::uint32_t request)
{
    return text::cursor_text({request, {name.is_directory ? 1 : 0, name.number}, name.path});
}

std::optional<Name> name_of_cursor(const text::Cursor& cursor)
{
    if (cursor.numbers.size() != numbers_of_cursor || cursor.numbers[0] > 1)
        return std::nullopt;
    return Name {cursor.path, cursor.numbers[0] == 1, cursor.numbers[1]};
}

void FirstNames::add(Name name)
{
    if (after && !precedes(*after, name))
        return;
    const auto in_order
        = [this](const Name& left, const Name& right) { return precedes(left, right); };
    if (heap.size() == max_names) {
        has_more = true;
        if (heap.empty() || !precedes(name, heap.front()))
            return;
        std::pop_heap(heap.begin(), heap.end(), in_order);
        heap.pop_back();
    }
    heap.push_back(std::move(name));
    std::push_heap(heap.begin(), heap.end(), in_order);
}

std::vector<Name> FirstNames::sorted()
{
    std::sort_heap(heap.begin(), heap.end(),
        [this](const Name& left, const Name& right) { return precedes(left, right); });
    return std::move(heap);
}

}
