#pragma once

#include "toolkit/text/cursor.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fs_listdir {

// Order of names. `name` is breadth first, with the subdirectories of a directory before its files,
// bytewise. The other orders have the largest number first, then sort by path.
enum class Order { name, modified, size };

// The properties of an entry that determine its place in the order.
struct Name {
    Name(std::string path, bool is_directory, std::int64_t number = 0)
        : path(std::move(path))
        , is_directory(is_directory)
        , number(number)
        , parent_size(this->path.rfind('/') + 1)
    {
    }

    std::string_view parent() const { return std::string_view(path).substr(0, parent_size); }
    std::string_view name() const { return std::string_view(path).substr(parent_size); }

    std::string path; // relative to the workspace
    bool is_directory;
    std::int64_t number; // nanoseconds since 1970, or bytes, by the Order; at least 0

private:
    std::size_t parent_size; // including the '/'
};

// Returns true if `left` comes before `right` in the given order.
bool comes_before(const Name& left, const Name& right, Order order);

// Convert between an entry and the cursor for the entries after it. name_of_cursor() returns
// nullopt if the cursor is not one of this tool. `request` is number_of() of the request.
std::string cursor_after(const Name& name, std::uint32_t request);
std::optional<Name> name_of_cursor(const toolkit::text::Cursor& cursor);
constexpr std::size_t numbers_of_cursor = 2;

// Collects the first `max_names` names, in order, of those that are added. The memory needed grows
// with `max_names`.
class FirstNames {
public:
    // Names up to and including `after` are ignored.
    FirstNames(Order order, std::size_t max_names, std::optional<Name> after)
        : order(order)
        , max_names(max_names)
        , after(std::move(after))
    {
    }

    void add(Name name);
    // Returns true if there were more than `max_names` names.
    bool is_truncated() const { return has_more; }

    std::vector<Name> sorted(); // may be called only once

private:
    bool precedes(const Name& left, const Name& right) const
    {
        return comes_before(left, right, order);
    }

    Order order;
    std::size_t max_names;
    std::optional<Name> after; // names up to this one were on earlier pages
    std::vector<Name> heap; // the last name in order is at the top
    bool has_more = false;
};

}
