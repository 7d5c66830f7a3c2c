#pragma once

#include "agent/calls/result_files.hpp"
#include "agent/calls/tool_result.hpp"
#include "agent/redaction/redaction.hpp"

#include <cstddef>
#include <string>

namespace agent::calls {

using namespace toolkit;

// The maximums of what one call may put into a conversation, in bytes.
struct AnswerLimits {
    std::size_t bytes = 0; // 0: no maximum
    std::size_t image_bytes = 0; // of one image, as base64; 0: images count as text
    bool takes_images = false; // whole images are taken out of answers: ToolAnswer::images
};

struct CutText {
    std::string text;
    bool is_cut = false;
};

// Returns the text. If it is longer than `most` bytes, redacts it, and if it still is, keeps that
// in a file, cuts its middle and puts a line there that names the file.
CutText cut_to(std::size_t most, const std::string& whole, ResultFiles& files,
    const redaction::Redaction& redaction);

// Holds the answers of a conversation's calls to their limits.
class AnswerLimiter {
public:
    // `workspace` is a path: what is cut is kept there.
    AnswerLimiter(const AnswerLimits& limits, std::string workspace);

    // Cuts what is too long. A result that is passed on as it came stays, and so does an image; or
    // the answer has the type, width, height, size and hash of the image in place of its bytes.
    void apply(ToolAnswer& answer, const redaction::Redaction& redaction);

private:
    AnswerLimits limits;
    ResultFiles files;
};

}
