#pragma once

#include "agent/model/image.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace runner::terminal {

using namespace toolkit;

// Returns the prompt: `given`, or all of stdin if that is "-", without the newline at its end.
// Throws BAD_REQUEST if it is empty, not UTF-8, or has more than 16 MiB, and INTERNAL
// "interrupted".
std::string read_prompt(const std::string& given, system::Cancel& cancel);

// The same; and what a file or a pipe on stdin brings is appended to a prompt that is given. A pipe
// that brings nothing within 3 s, as one that is inherited and never ends, is left alone, and a
// note says so.
std::string read_prompt_with_stdin(
    const std::string& given, system::Cancel& cancel, Output& output);

// Returns the images in these files, of which "-" is stdin. Throws BAD_REQUEST naming the file if
// it cannot be read, is not an image, or a message cannot have it beside those before
// (text::ImageCount).
std::vector<agent::model::SharedImage> read_images(const std::vector<std::string>& files);

}
