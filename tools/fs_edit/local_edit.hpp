#pragma once

#include "edit.hpp"
#include "edited_text.hpp"
#include "steps.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace fs_edit {

using namespace toolkit;

struct LocalEdit {
    EditedText::Excerpt excerpt;
    std::vector<text::TextChange> changes; // in it
};

// An edit whose old text stands at one place exactly, made by the lines around it alone. Nullopt if
// all of the text may matter, and for whatever is refused. `name` is that of the file.
std::optional<LocalEdit> edit_locally(
    EditedText& text, const std::vector<Step>& steps, std::size_t at, std::string_view name);

}
