#pragma once

#include "frontends/chat/operator_calls.hpp"
#include "toolkit/json/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace toolkit;

// A mention as typed after @, without quotation marks: "src/a.cpp:10-40".
struct Mention {
    std::string path;
    std::int64_t first_line = 1;
    std::int64_t last_line = 0; // 0: as far as the limits allow
};

// Parses a mention. If a file has the whole text as its name, the text is not split into a path and
// a range of lines.
Mention mention_of(const std::string& name);

// The content that is sent to the model after a message of the operator: the files and directories
// that it mentions, as returned by the tool with the role `read` or `list`. At most 50 KiB or 2,000
// lines of a file, and 200 KiB in total; images within the limits of toolkit/text/image.hpp. `note`
// is called for each mention that is left out or is not a file. `own_image` returns an image that
// is not a file of the workspace, or nullptr; it throws ToolError if such an image cannot be read.
struct Attachments {
    Json contents; // an array: what was attached, and the kind, size and hash of each image
    std::vector<agent::model::SharedImage> images = {};
    std::vector<std::string> names = {}; // names of the images; empty: the image is not shown
};
using OwnImage = std::function<agent::model::SharedImage(const std::string& name)>;
Attachments attachments_of(const std::vector<std::string>& mentions, OperatorCalls& tools,
    const std::function<void(const std::string&)>& note, const OwnImage& own_image);

// Return the user message with this content, and whether a message is of this kind.
model::Message attachment_message(const Attachments& attached);

// Returns true if attachment_message() has made this message.
bool is_attachment(const model::Message& message);

}
