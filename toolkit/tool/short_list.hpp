#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

namespace toolkit::tool {

// At most so many elements, without memory of their own: a table of parameters is made for each
// call of a tool.
template<class Element, std::size_t max_size>
class ShortList {
public:
    constexpr ShortList() = default;
    constexpr ShortList(std::initializer_list<Element> elements)
    {
        for (const Element& element : elements)
            push_back(element);
    }

    // Throws std::out_of_range if the list is full.
    constexpr void push_back(const Element& element) { all.at(count++) = element; }

    constexpr const Element* begin() const { return all.data(); }
    constexpr const Element* end() const { return all.data() + count; }
    constexpr Element* begin() { return all.data(); }
    constexpr Element* end() { return all.data() + count; }

private:
    std::array<Element, max_size> all {};
    std::size_t count = 0;
};

}
