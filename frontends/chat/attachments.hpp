#pragma once

#include "frontends/chat/operator_calls.hpp"
#include "toolkit/json/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace toolkit;

// "src/a.cpp:10-40", as typed after @, without quotation marks.
struct Mention {
    std::string path;
    std::int64_t first_line = 1;
    std::int64_t last_line = 0; // 0: as far as the limits allow
};

// As it is, and, if it ends like a range of lines, the file that has all of this as its name.
Mention mention_of(const std::string& name);

// What goes to the model after a message of the operator: the files and directories that it
// mentions, each as the tool of the role `read` or `list` tells it. At most 50 KiB or 2,000 lines
// of a file, and 200 KiB of all; images within the limits of toolkit/text/image.hpp. `note` is
// called with each thing that is left out or is not a file. `own_image` returns an image that is
// not a file of the workspace, or nullptr; it throws ToolError if such an image cannot be read.
struct Attachments {
    Json contents; // an array: what was attached, and the kind, size and hash of each image
    std::vector<agent::model::SharedImage> images = {};
    std::vector<std::string> names = {}; // of the images; empty: not shown
};
using OwnImage = std::function<agent::model::SharedImage(const std::string& name)>;
Attachments attachments_of(const std::vector<std::string>& mentions, OperatorCalls& tools,
    const std::function<void(const std::string&)>& note, const OwnImage& own_image);

// The message of the user that has them; and whether one is such a message.
model::Message attachment_message(const Attachments& attached);
bool is_attachment(const model::Message& message);

}
