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
    std::vector<text::TextChange> changes; // changes in the excerpt
};

// Tries to make an edit whose old text is exactly at one place, by looking only at the lines around
// it. Returns nullopt if the rest of the text may matter, or if the edit is refused; the caller
// then makes the edit in the whole text. `name` is the name of the file.
std::optional<LocalEdit> edit_locally(
    EditedText& text, const std::vector<Step>& steps, std::size_t at, std::string_view name);

}
