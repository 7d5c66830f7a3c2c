#pragma once

#include "edit_file.hpp"
#include "request.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/tool.hpp"

#include <string>
#include <vector>

namespace fs_edit {

using namespace toolkit;

// Returns the tool's answer to an edit.
tool::Answer answer_of(EditedFile edited);

// The functions below return hints with a complete request, which can be sent unchanged.

// Returns a hint with a request to another tool about the same file. A file name that is not UTF-8
// is sent in base64.
std::string for_other_tool(const std::string& tool, const Request& request,
    const std::string& field = {}, const std::string& text = {});

// Returns a hint with a request to apply_patch with this patch.
std::string as_patch(const std::string& patch);

// Returns a hint with the same request, but with these edits.
std::string with_edits(const Request& request, const std::vector<Edit>& edits);

// Returns the edits of a request, from the list or from the fields of a single edit, with the
// defaults of the request filled in.
std::vector<Edit> edits_of(const Request& request);

}
