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

// Do new lines alone go after the line that '@@' names?
bool is_behind_anchor(const read::Hunk& hunk, const std::vector<text::Line>& file);

// A hunk with its added lines indented as the file is. Nothing if the lines around them do not tell
// how: then the first line that it makes a difference to, as it was written, and indented as the
// lines that the hunk shows are in the file; by steps, if that is a third depth.
struct FittedHunk {
    std::optional<read::Hunk> hunk = {};
    std::string_view as_written = {};
    std::string_view as_shown = {};
    std::string_view by_steps = {};
};

// Makes hunks that were placed fit the file: the indentation of new lines, and the typographic
// characters in them.
class HunkFitter {
public:
    // The file must outlive the object, and the object the hunks that it makes.
    explicit HunkFitter(const std::vector<text::Line>& file)
        : file(file)
    {
    }

    FittedHunk fitted(const read::Hunk& hunk, const Placement& placement);

private:
    FittedHunk fitted_behind_anchor(const read::Hunk& hunk, std::size_t line);
    FittedHunk fitted_indentation(const read::Hunk& hunk, const std::vector<text::Line>& there);

    const std::vector<text::Line>& file;
    std::optional<std::string_view> file_step;
    std::deque<std::string> new_texts; // of lines that are not as they were written
};

}
