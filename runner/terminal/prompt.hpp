#pragma once

#include "agent/model/image.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace runner::terminal {

using namespace toolkit;

// Returns `given`, or if that is "-", all of stdin without the newlines at its end. Throws
// BAD_REQUEST if stdin is empty, not UTF-8 or larger than 16 MiB, and INTERNAL "interrupted".
std::string read_prompt(const std::string& given, system::Cancel& cancel);

// Like read_prompt(), but if `given` is not "-", appends the content of stdin if that is a file, a
// pipe or a socket. A pipe that delivers nothing within 3 s is ignored with a note: it may be
// inherited and never end.
std::string read_prompt_with_stdin(
    const std::string& given, system::Cancel& cancel, Output& output);

// Returns the images in these files; "-" is stdin. Throws BAD_REQUEST naming the file if it cannot
// be read, is not an image of a supported type, or would exceed the limits of a message together
// with the preceding images (text::ImageCount).
std::vector<agent::model::SharedImage> read_images(const std::vector<std::string>& files);

}
