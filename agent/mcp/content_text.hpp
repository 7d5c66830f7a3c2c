#pragma once

#include "agent/calls/result_files.hpp"
#include "agent/model/image.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// The content blocks of a result as one text, each beginning a line. Those that are no text are
// files of which the text has type, size and path. Images are kept for the model, too.
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

    // Puts what a text says of a file in place of each image in texts of `json`. An image that a
    // block has shown is not shown again.
    void take_images_out_of(Json& json);

    std::string take() { return std::move(text); }

    // The images that a message can have (text::ImageCount).
    std::vector<model::SharedImage> take_images() { return std::move(images); }

private:
    std::string told_image(std::string_view bytes);
    std::string told_file(const std::string& bytes, const std::string& type);
    bool shows(std::string_view bytes) const;
    void add_bytes(const Json& holder, const char* field, const std::string& what);
    void add_link(const Json& link);

    calls::ResultFiles& files;
    std::string text;
    std::vector<model::SharedImage> images;
    text::ImageCount shown;
    std::size_t file_count = 0;
};

// Returns the bytes of a text that is an image as base64 or as a data: URL.
std::optional<std::string> image_in_text(const std::string& text);

// True if a text in `json`, at any depth, is an image.
bool has_image(const Json& json);

// Rows in which the operator reads what a server says. None is wider than `columns`, and control
// characters and what looks like something else are written out. Each row of a text begins with its
// indentation, so that none passes for our own words if that is not empty.
class ShownRows {
public:
    explicit ShownRows(std::size_t columns)
        : columns(columns)
    {
    }

    // Each line of the text; one newline at its end adds none.
    void add(const std::string& indent, std::string_view text);

    std::vector<std::string> take() { return std::move(rows); }

private:
    void add_line(const std::string& indent, std::string_view line);

    std::size_t columns;
    std::vector<std::string> rows;
};

// The messages of a prompts/get result, which is untrusted, as a run loads them: an array of
// {"role","content"}, where a role is "user" or "assistant"; an embedded resource is its text after
// a line with its URI. Throws BAD_REQUEST for a malformed result, and UNSUPPORTED for content that
// is not text.
Json messages_of_prompt(const Json& result);

}
