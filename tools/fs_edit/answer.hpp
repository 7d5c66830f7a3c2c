#pragma once

#include "edit_file.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_edit {

using namespace toolkit;

// What the tool answers about an edit.
tool::Answer answer_of(EditedFile edited);

}
