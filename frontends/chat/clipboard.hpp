#pragma once

#include "agent/model/image.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace frontends::chat {

using namespace agent;

// Keeps images of the clipboard in memory, by the names that mentions have: a session keeps those
// of a message in it. The latest 20 can be mentioned again.
class ClipboardImages {
public:
    // `workspace` is the directory whose files have other names.
    explicit ClipboardImages(std::string workspace)
        : workspace(std::move(workspace))
    {
    }

    // Reads the image on the clipboard with wl-paste if WAYLAND_DISPLAY is set, otherwise with
    // xclip if DISPLAY is set, within 3 s, and returns its name. Stops if `other` becomes readable.
    // Throws UNSUPPORTED if neither program is available, NOT_FOUND if there is no image, and
    // TOO_LARGE.
    std::string read(int other);

    // Returns the image of this name, or null.
    model::SharedImage find(const std::string& name) const;

private:
    std::string workspace;
    std::size_t count = 0; // of all names that were given
    std::vector<std::pair<std::string, model::SharedImage>> images;
};

}
