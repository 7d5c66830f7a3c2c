#pragma once

#include "agent/calls/result_files.hpp"
#include "agent/calls/tool_result.hpp"
#include "agent/redaction/redaction.hpp"

#include <cstddef>
#include <string>

namespace agent::calls {

using namespace toolkit;

// Limits on what one call may add to a conversation.
struct AnswerLimits {
    std::size_t bytes = 0; // maximum bytes of an answer; 0: no limit
    std::size_t image_bytes = 0; // maximum bytes of an answer with an image; 0: same as text
    bool takes_images = false; // true: move whole images from the text to ToolAnswer::images
};

struct CutText {
    std::string text;
    bool is_cut = false;
};

// Returns `whole` if it has at most `most` bytes. Otherwise redacts it. If it is still too long,
// writes it to a file and replaces its middle by a line that names the file, or says why the file
// could not be written.
CutText cut_to(std::size_t most, const std::string& whole, ResultFiles& files,
    const redaction::Redaction& redaction);

// Enforces the limits on the answers of a conversation's calls.
class AnswerLimiter {
public:
    // `workspace` is the path of the directory in which the full text of cut answers is kept.
    AnswerLimiter(const AnswerLimits& limits, std::string workspace);

    // Cuts the middle of an answer that is too long. Leaves results of tools/call that are passed
    // on unchanged. An answer that is a whole image of at most `image_bytes` is not cut; with
    // `takes_images`, its bytes are replaced by the image's type, width, height, size and hash, and
    // the image is added to ToolAnswer::images unless it cannot be shown ("notShown" says why).
    void apply(ToolAnswer& answer, const redaction::Redaction& redaction);

private:
    AnswerLimits limits;
    ResultFiles files;
};

}
