#pragma once

#include "toolkit/text/lines.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// One step of indentation in these lines: a tab, or some blanks; empty if none is deeper than
// another.
std::string_view indentation_step(const std::vector<text::Line>& lines);

// How wide an indentation is, if a tab ends at the next eighth column.
std::size_t columns_of(std::string_view indentation);

// How the indentation that somebody wrote becomes that of a file, learned from lines that stand in
// both: from tabs to blanks, from two blanks to four, deeper by so much.
class Reindentation {
public:
    // `written` and `file` are the same lines, one by one, but for their indentation; `more` are
    // other lines written in the same way, and `whole` is the file, from which the width of a step
    // is taken; where nothing in it shows one, the writer's is taken, unless the file's only depth
    // may be another.
    struct Example {
        const std::vector<text::Line>& written;
        const std::vector<text::Line>& file;
        const std::vector<text::Line>& more;
        const std::vector<text::Line>& whole;
        std::optional<std::string_view> step
            = {}; // indentation_step() of `whole`, if that is known
    };
    explicit Reindentation(const Example& example);

    // What this indentation is in the file; nothing where the lines learned from don't say. They
    // say nothing of a depth that none of them has if they may be off by so much, or by other steps
    // than the file's, and it makes a difference.
    std::optional<std::string> of(std::string_view indentation) const;

    // The two readings of one that is not known: off by as much as the lines learned from, or as
    // many steps deep.
    std::optional<std::string> moved(std::string_view indentation) const;
    std::optional<std::string> stepped(std::string_view indentation) const;

    // The same, though of() may say otherwise, if a step that was written is a step of the file.
    std::optional<std::string> by_steps(std::string_view indentation) const
    {
        return stepped(indentation);
    }

    // Does each indentation that was written stand for one and only one of the file?
    bool is_function() const;

private:
    struct Pair {
        std::string_view written, file;
    };

    std::optional<std::string> by_pairs(std::string_view indentation) const;
    bool keeps_order(std::string_view indentation, std::string_view in_file) const;
    bool has_several_depths() const;
    bool is_shift_certain(std::string_view indentation, const std::string& by_shift) const;
    bool is_pair_deeper_by_step() const;
    void compare_steps(const Example& example);
    bool is_step_shown() const;
    void find_shift();
    void learn_file_step();
    void assume_file_step();

    std::vector<Pair> pairs; // each once
    std::optional<bool>
        has_file_step; // does the writer go deeper by the file's steps? Nothing if no line shows it
    bool is_step_assumed
        = false; // the file has one depth only, which is not one step of the writer
    bool has_too_many = false; // nobody indents so: nothing is learned from it
    bool has_shift
        // all lines lie as far off: `added` in the file begins what `removed` begins as written
        = false;
    std::string_view added;
    std::string_view removed;
    std::string_view
        written_step; // "\t" or some blanks; empty where nothing is deeper than anything else
    std::string_view file_step;
};

}
