#pragma once

#include "write.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace fs_write_file {

using namespace toolkit;

struct Request {
    std::string path;
    std::string content;
    bool is_bytes = false; // the content was sent in base64
    std::optional<text::WrittenEncoding> encoding;
    std::optional<std::string> create_mode_octal;
    std::optional<std::string> expected_sha256;
    bool create_only = false;
    std::optional<bool> overwrite;
    bool make_parents = false;
    bool always_makes_parents = false; // set by the operator
    bool refuses_placeholders = false;
    bool allow_placeholders = false;
    bool dry_run = false;
    std::string command = "create"; // command of an editor tool that has several
    bool append = false;
    std::int64_t max_file_bytes = system::usual_hash_limit;
};

// Returns what the request asks for. Throws BAD_REQUEST for an invalid mode, and for a command of
// another tool, with the corrected request in the hint.
WriteOptions options_of(const Request& request);

}
