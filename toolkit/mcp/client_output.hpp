#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// What is on its way to a client that may read slowly: nothing here waits.
class ClientOutput {
public:
    explicit ClientOutput(int descriptor)
        : descriptor(descriptor)
    {
    }

    void print(std::string_view line) { pending += line; }
    bool empty() const { return pending.empty(); }

    // Then nothing more should be made that is to be printed.
    bool is_full() const { return pending.size() - written > (4U << 20U); }

    // Then nothing more should be taken on.
    bool is_stuffed() const { return pending.size() - written > (64U << 20U); }

    // Writes what the descriptor takes at once, one that blocks, too. Returns whether anybody still
    // reads. Throws what system_error() makes of a failure, such as a full disk.
    bool write_some();

private:
    int descriptor;
    std::string pending;
    std::size_t written = 0;
};

}
