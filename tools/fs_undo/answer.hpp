#pragma once

#include "report.hpp"
#include "shown_changes.hpp"

#include "toolkit/tool/answer.hpp"

namespace fs_undo {

tool::Answer answer_of(const Report& report, bool is_dry_run);
tool::Answer answer_of(const std::vector<ShownFile>& files);

}
