#pragma once

#include <cstddef>

namespace fs_search::files {

// Memory to read files into, which begins with a page: where the target of a copy lies 16 bytes
// behind the start of one, as large blocks of malloc() do, AMD's Zen 3 copies from the page cache
// at a quarter of its speed.
class Pages {
public:
    Pages() = default;
    explicit Pages(std::size_t size) { resize(size); }
    Pages(Pages&& other) noexcept;
    Pages& operator=(Pages&& other) noexcept;
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages();

    // Keeps what is there, perhaps elsewhere; what is new is zero. Throws std::bad_alloc.
    void resize(std::size_t bytes);

    char* data() const { return begin; }
    std::size_t size() const { return length; }

private:
    char* begin = nullptr;
    std::size_t length = 0;
};

}
