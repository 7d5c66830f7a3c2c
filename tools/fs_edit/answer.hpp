#pragma once

#include "edit_file.hpp"
#include "request.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/tool.hpp"

#include <string>
#include <vector>

namespace fs_edit {

using namespace toolkit;

// What the tool answers about an edit.
tool::Answer answer_of(EditedFile edited);

// Hints with a request that does what was meant, to be sent unchanged.

// To another tool, about the same file. A file name that is not UTF-8 stays in base64.
std::string for_other_tool(const std::string& tool, const Request& request,
    const std::string& field = {}, const std::string& text = {});

// A patch, to apply_patch.
std::string as_patch(const std::string& patch);

// Returns a hint with the same request, but with these edits.
std::string with_edits(const Request& request, const std::vector<Edit>& edits);

// The edits of a request, whichever way it has them.
std::vector<Edit> edits_of(const Request& request);

}
