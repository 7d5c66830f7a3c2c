#pragma once

#include "edit_file.hpp"
#include "toolkit/tool/tool.hpp"

// What the tool answers about an edit.
Answer answer_of(EditedFile edited);
