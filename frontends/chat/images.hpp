#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "agent/model/image.hpp"

#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;

// Returns the event for the screen about an image. `name` is the name of its file, or its kind.
channel::ChatImage image_event(
    const model::Image& image, const std::string& name, bool of_result = false);

// Returns the event about an image that the operator has sent. It contains the image if that has at
// most 1 MB and the terminal can draw its type by `protocol` ("kitty", "iterm2", or empty).
channel::ChatImage drawn_image_event(
    const model::Image& image, const std::string& name, const std::string& protocol);

// Returns what follows "@" in the mentions of the images that a paste names: paths relative to the
// workspace, or absolute ones outside. Returns an empty list if one of them is not an image, by the
// first bytes of the file. Reads regular files only.
std::vector<std::string> images_of_paste(
    const channel::PastedPaths& pasted, const std::string& workspace);

// Returns the image that a mention names if it is outside the workspace, which no tool reads.
// Returns nullptr for a path within the workspace, and if there is no such image. Throws if the
// file cannot be read, or is larger than an image may be.
model::SharedImage image_outside(const std::string& name, const std::string& workspace);

}
