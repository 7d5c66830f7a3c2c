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

// Splits a range of lines at the end of the name (":10-40") off the path. attachments_of() falls
// back to the file with the whole name.
Mention mention_of(const std::string& name);

// The files and directories that a message of the operator mentions, which are sent to the model
// after the message. The tools of the roles `read` and `list` return their content: at most 50 KiB
// or 2,000 lines of each file, and 200 KiB in all; images within the limits of
// toolkit/text/image.hpp. `note` is called with each mention that is omitted or is not a file.
// `own_image` returns an image that is not a file of the workspace, or nullptr; it throws ToolError
// if such an image cannot be read.
struct Attachments {
    Json contents; // an array: what was attached, and the kind, size and hash of each image
    std::vector<agent::model::SharedImage> images = {};
    std::vector<std::string> names = {}; // names of `images`; empty: not shown
};
using OwnImage = std::function<agent::model::SharedImage(const std::string& name)>;
Attachments attachments_of(const std::vector<std::string>& mentions, OperatorCalls& tools,
    const std::function<void(const std::string&)>& note, const OwnImage& own_image);

// Returns the message of the user that contains the attachments.
model::Message attachment_message(const Attachments& attached);

// Returns true if attachment_message() has made this message.
bool is_attachment(const model::Message& message);

}
