#pragma once

#include "placement.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// Returns true if the hunk only adds lines, which go directly after its anchor, the line that '@@'
// names.
bool is_after_anchor(const read::Hunk& hunk, const std::vector<text::Line>& file);

// A hunk whose added lines have the indentation of the file.
struct FittedHunk {
    // The hunk to apply; nullopt if the indentation is ambiguous.
    std::optional<read::Hunk> hunk = {};
    // Set if a line changes or the indentation is ambiguous: the first added line for which it
    // matters, as written; shifted like the other lines of the hunk (the text as written if that
    // shift is unknown); and with the same number of indentation steps (empty unless that is a
    // third reading).
    std::string_view as_written = {};
    std::string_view as_shown = {};
    std::string_view by_steps = {};
};

// Adapts placed hunks to the file: the indentation and the typographic characters of added lines.
class HunkFitter {
public:
    // `file` must outlive the object. The object must outlive the hunks that it returns.
    explicit HunkFitter(const std::vector<text::Line>& file)
        : file(file)
    {
    }

    // Returns the hunk as it has to be applied. `placement` must be found.
    FittedHunk fitted(const read::Hunk& hunk, const Placement& placement);

private:
    FittedHunk fitted_after_anchor(const read::Hunk& hunk, std::size_t line);
    FittedHunk fitted_indentation(const read::Hunk& hunk, const std::vector<text::Line>& there);

    const std::vector<text::Line>& file;
    std::optional<std::string_view> file_step; // computed at the first use
    std::deque<std::string> new_texts; // of changed lines; the returned hunks refer to them
};

}
