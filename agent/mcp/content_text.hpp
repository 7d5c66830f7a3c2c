#pragma once

#include "agent/calls/result_files.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::mcp {

using namespace toolkit;

// The content blocks of a result as one text, each beginning a line. Those that are no text are
// files of which the text has type, size and path.
class ContentText {
public:
    explicit ContentText(calls::ResultFiles& files)
        : files(files)
    {
    }

    // Throws INTERNAL if it is no content block: "a content block has the unknown type 'x'".
    void add(const Json& block);

    // The contents of a resource. Throws INTERNAL likewise.
    void add_resource(const Json& resource);

    void add_text(std::string_view more);

    std::string take() { return std::move(text); }

private:
    void add_bytes(const Json& holder, const char* field, const std::string& what);
    void add_link(const Json& link);

    calls::ResultFiles& files;
    std::string text;
    std::size_t file_count = 0;
};

}
