#pragma once

#include "agent/channel/screen_messages.hpp"

#include <string_view>

namespace frontends::screen {

using namespace agent;

// Returns the paths of which a paste consists, as file managers drop them: each line is a path, or
// all of it is words of a shell, which may be quoted or escaped; a path can be a file: URL. Each
// reading that is not possible is empty, and so is the second one if it is the same. A path has a
// "/" (one like "/name" also a "."), and no control characters or quotation marks ("); there are at
// most 20, of at most 4,096 bytes. Both are empty for any other text. A pure function; the id is
// not set.
channel::PastedPaths paths_in_paste(std::string_view paste);

}
