#pragma once

#include "ends.hpp"

#include "toolkit/system/named_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fs_move {

using namespace toolkit;

enum class Durable { no, yes };

// Default limit for the bytes of files that a move to another file system copies. Holes do not
// count.
constexpr std::int64_t usual_copy_limit = 16LL << 30;

struct CopyOptions {
    Durable durable;
    std::int64_t max_bytes;
};

// A copy of an entry with all of its content and metadata. The destructor removes the copy unless
// keep() was called.
class Copy {
public:
    // Copies the entry. `to` is an unused name in a directory that must stay open. `given`
    // identifies the entry in messages. Throws UNSUPPORTED for a pipe, a socket or a device,
    // TOO_LARGE above the limit, and system_error(); nothing is left then.
    Copy(const system::Place& from, const system::Place& to, std::string given,
        const CopyOptions& options);
    ~Copy();
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    // Returns the metadata that could not be kept.
    const std::vector<std::string>& not_kept() const { return lost; }
    // Returns the state of the source when it was copied.
    const Original& original() const { return seen; }

    // Keeps the copy. To be called after it has been renamed.
    void keep() { is_kept = true; }

private:
    void copy(const system::Place& from, const system::Place& to, const std::string& path);
    void copy_link(const File& link, const system::Place& to, const std::string& path);
    void count(const File& file);
    void lose(const std::string& what); // mentions each only once
    void copy_file(const system::Place& from, const system::Place& to, const std::string& path);
    void copy_directory(
        const system::Place& from, const system::Place& to, const std::string& path);
    void finish(const File& from, const File& to, const std::string& path);
    void remove() noexcept;

    system::Place to;
    std::string given;
    CopyOptions options;
    std::int64_t copied = 0; // number of bytes
    std::vector<std::string> lost;
    Original seen;
    bool is_kept = false;
};

}
