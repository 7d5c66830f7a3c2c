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

// Collects the content blocks of a result as one text, in which each block begins a line. Blocks
// that are not text are saved as files, and the text has their type, size and path. Images are also
// kept for the model.
class ContentText {
public:
    explicit ContentText(calls::ResultFiles& files)
        : files(files)
    {
    }

    // Adds a block. Throws INTERNAL if it is not a content block: "a content block has the unknown
    // type 'x'".
    void add(const Json& block);

    // Adds the contents of a resource. Throws INTERNAL if they are malformed.
    void add_resource(const Json& resource);

    void add_text(std::string_view more);

    // Saves each image in the strings of `json` as a file and replaces it by the description of the
    // file. An image that was already shown by a block is not shown again.
    void take_images_out_of(Json& json);

    std::string take() { return std::move(text); }

    // Returns the images for the model, as many as a message can have (text::ImageCount).
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

// Returns the decoded image if the text is one, as base64 or as a data: URL; nullopt otherwise.
std::optional<std::string> image_in_text(const std::string& text);

// True if a string in `json`, at any depth, is an image.
bool has_image(const Json& json);

// Formats text of a server in rows for the operator. No row is wider than `columns`. Control
// characters and misleading characters are escaped. Each row of a text begins with its indentation,
// so that a server cannot imitate agentcli's own lines if the indentation is not empty.
class ShownRows {
public:
    explicit ShownRows(std::size_t columns)
        : columns(columns)
    {
    }

    // Adds the rows of a text. A newline at the end adds no row.
    void add(const std::string& indent, std::string_view text);

    std::vector<std::string> take() { return std::move(rows); }

private:
    void add_line(const std::string& indent, std::string_view line);

    std::size_t columns;
    std::vector<std::string> rows;
};

// Returns the messages of a prompts/get result, which is untrusted, as a run loads them: an array
// of {"role","content"} where the role is "user" or "assistant". An embedded resource becomes its
// text after a line with its URI. Throws BAD_REQUEST for a malformed result, and UNSUPPORTED for
// content other than text.
Json messages_of_prompt(const Json& result);

}
