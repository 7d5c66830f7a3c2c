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
    bool is_bytes = false; // the content came in base64
    std::optional<text::WrittenEncoding> encoding;
    std::optional<std::string> create_mode_octal;
    std::optional<std::string> expected_sha256;
    bool create_only = false;
    std::optional<bool> overwrite;
    bool make_parents = false;
    bool always_makes_parents = false; // the operator's
    bool refuses_placeholders = false;
    bool allow_placeholders = false;
    bool dry_run = false;
    std::string command = "create"; // of an editor that has one for each thing it does
    bool append = false;
    std::int64_t max_file_bytes = system::usual_hash_limit;
};

// Throws BAD_REQUEST for a mode that is none, and with the corrected request for what another tool
// does.
WriteOptions options_of(const Request& request);

}
