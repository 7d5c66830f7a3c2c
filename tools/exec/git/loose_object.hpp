#pragma once

#include "toolkit/system/hash.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace exec::git {

using namespace toolkit;

// Checks the bytes of a loose object (gitformat-loose-object(5)) piece by piece, in constant memory
// however much they inflate to: one zlib stream and no more, of a header with a known type and the
// size of what follows, whose hash is the id.
class LooseObject {
public:
    // The id has 40 hexadecimal digits for SHA-1, or 64 for SHA-256.
    explicit LooseObject(std::string id);
    LooseObject(const LooseObject&) = delete;
    LooseObject& operator=(const LooseObject&) = delete;
    ~LooseObject();

    // Adds bytes of the file. Returns false once they cannot be those of such an object.
    bool add(std::string_view bytes);

    // Returns true if the bytes were a whole object with that id.
    bool is_whole() const;

private:
    struct Stream;

    bool take_inflated(std::string_view bytes);
    bool read_header();

    std::string id;
    std::unique_ptr<Stream> stream;
    system::RunningHash hash;
    std::string header; // up to the NUL
    std::uint64_t missing = 0; // bytes of the content, once the header is whole
    bool has_header = false;
    bool has_ended = false;
    bool is_sound = true;
};

}
