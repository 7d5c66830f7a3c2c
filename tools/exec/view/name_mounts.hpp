#pragma once

#include "mount_view.hpp"

namespace exec::view {

// Covers the working trees by which git outside sees what is noted (git/shown_names.hpp), once
// slots are attached: git in a command would change their reflogs. Throws SANDBOX_UNAVAILABLE.
void cover_shown_names(const View& view);

}
