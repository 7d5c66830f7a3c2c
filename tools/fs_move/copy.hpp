#pragma once

#include "ends.hpp"

#include "toolkit/system/named_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fs_move {

using namespace toolkit;

enum class Durable { no, yes };

// How many bytes of files a move to another file system may copy, holes not counted.
constexpr std::int64_t usual_copy_limit = 16LL << 30;

struct CopyOptions {
    Durable durable;
    std::int64_t most_bytes;
};

// An entry, and all beneath it, copied as it is; removed again at destruction unless
// put_into_place() succeeded.
class Copy {
public:
    // `to` is a free name, and must outlive the copy. `given` is how messages call the entry.
    // Throws UNSUPPORTED where a pipe, a socket or a device is met, TOO_LARGE where there is more
    // to copy, and what system_error() makes of a failure; then nothing is left.
    Copy(const system::Place& from, const system::Place& to, std::string given,
        const CopyOptions& options);
    ~Copy();
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    const std::vector<std::string>& not_kept() const { return lost; }
    const Original& original() const { return seen; }

    // The copy has another name now, and stays.
    void keep() { is_kept = true; }

private:
    void copy(const system::Place& from, const system::Place& to, const std::string& path);
    void copy_link(const File& link, const system::Place& to, const std::string& path);
    void count(const File& file);
    void lose(const std::string& what); // is said once
    void copy_file(const system::Place& from, const system::Place& to, const std::string& path);
    void copy_directory(
        const system::Place& from, const system::Place& to, const std::string& path);
    void finish(const File& from, const File& to, const std::string& path);
    void remove() noexcept;

    system::Place to;
    std::string given;
    CopyOptions options;
    std::int64_t copied = 0; // bytes
    std::vector<std::string> lost;
    Original seen;
    bool is_kept = false;
};

}
