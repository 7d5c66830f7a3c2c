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

// By name: breadth first, and in a directory subdirectories before files, bytewise. The others: the
// largest number first, then by path.
enum class Order { name, modified, size };

// An entry, as far as its place in the order depends on it.
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
    std::int64_t number; // nanoseconds since 1970, or bytes; at least 0

private:
    std::size_t parent_size; // with the '/' after it
};

bool comes_before(const Name& left, const Name& right, Order order);

// The place after this entry, and the way back. Nothing if it is no such cursor.
std::string cursor_after(const Name& name, std::uint32_t request);
std::optional<Name> name_of_cursor(const toolkit::text::Cursor& cursor);
constexpr std::size_t numbers_of_cursor = 2;

// The first names in order of all that it is given. Memory grows with their number.
class FirstNames {
public:
    FirstNames(Order order, std::size_t max_names, std::optional<Name> after)
        : order(order)
        , max_names(max_names)
        , after(std::move(after))
    {
    }

    void add(Name name);
    bool is_truncated() const { return has_more; }

    std::vector<Name> sorted(); // once

private:
    bool precedes(const Name& left, const Name& right) const
    {
        return comes_before(left, right, order);
    }

    Order order;
    std::size_t max_names;
    std::optional<Name> after; // what is not after it was on earlier pages
    std::vector<Name> heap; // the last in order is on top
    bool has_more = false;
};

}
