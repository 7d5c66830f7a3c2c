#pragma once

#include "toolkit/tool/tool.hpp"
#include "toolkit/workspace/changed_file.hpp"

namespace toolkit::tool {

// Puts "mixesEncodings", "notKept" and "runsLater" into the answer, each only if there is something
// to say. The hash has its place among the fields of the tool.
void put_changed_file(Answer& answer, const workspace::ChangedFile& file);

}
