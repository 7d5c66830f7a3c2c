#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::text {

enum class StepKind { common, removed, added };

// One line of the way from one text to another; the index is that in the text that has the line,
// for a common line in both.
struct ScriptStep {
    StepKind kind;
    std::size_t before;
    std::size_t after;
};

// The shortest way (Wu, Manber, Myers and Miller 1990). Of lines that change together the removed
// come first. Where more than some thousand lines lie between the first and the last difference,
// all of them are replaced.
std::vector<ScriptStep> line_script(
    const std::vector<std::string_view>& before, const std::vector<std::string_view>& after);

}
