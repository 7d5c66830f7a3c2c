#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::read {

// The lines of the "*** Begin Patch" form that begin a section. All functions are pure.

enum class SectionKind { add, remove, update };

struct SectionLine {
    SectionKind kind;
    std::vector<std::string>
        // the likeliest first: a name in quotes may mean what is in them; none: it is missing
        names;
};

// "*** Add File: NAME" and its kin, and what models write in place of them: "*** Create File:
// NAME". Nothing where the line is none of them.
std::optional<SectionLine> read_section_line(std::string_view line);

// "*** Move to: NAME" or "*** Rename to: NAME".
std::optional<std::vector<std::string>> read_move_line(std::string_view line);

}
