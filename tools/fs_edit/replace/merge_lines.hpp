#pragma once

#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/lines.hpp"

#include <string>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

// A part of a file and what takes its place, line by line.
struct Weave {
    std::vector<text::Line> there;
    std::vector<text::Line> fresh;
    std::vector<text::ScriptStep> script; // from the one to the other
    text::LineEnd
        // of lines that follow none of the part's: that of the line in which the part stands
        around;
};

// The fresh lines; common ones as they are in the file. Where a fresh line has an end, that is the
// end of the line which it takes the place of, else of the one before it.
std::string weave(const Weave& parts);

// Everything that is there goes, all that is fresh comes.
std::vector<text::ScriptStep> replace_all_lines(std::size_t there, std::size_t fresh);

}
