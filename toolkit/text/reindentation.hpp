#pragma once

#include "toolkit/text/lines.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// One step of indentation in these lines: a tab, or some blanks; empty if none is deeper than another.
std::string_view indentation_step(const std::vector<Line>& lines);

// How the indentation that somebody wrote becomes that of a file, learned from lines that stand in both: from
// tabs to blanks, from two blanks to four, deeper by so much.
class Reindentation {
public:
    // `written` and `file` are the same lines, one by one, but for their indentation; `more` are other lines
    // written in the same way, and `whole` is the file, from which the width of a step is taken; where nothing
    // in it shows one, the writer's is taken.
    struct Example {
        const std::vector<Line>& written;
        const std::vector<Line>& file;
        const std::vector<Line>& more;
        const std::vector<Line>& whole;
        std::optional<std::string_view> step = {}; // indentation_step() of `whole`, if that is known
    };
    explicit Reindentation(const Example& example);

    // What this indentation is in the file; nothing where the lines learned from don't say.
    std::optional<std::string> of(std::string_view indentation) const;

    // Does each indentation that was written stand for one and only one of the file?
    bool is_function() const;

private:
    struct Pair {
        std::string_view written, file;
    };

    std::optional<std::string> stepped(std::string_view indentation) const;
    std::optional<std::string> moved(std::string_view indentation) const;
    bool has_several_depths() const;
    bool is_step_shown() const;
    void find_shift();
    void learn_file_step();

    std::vector<Pair> pairs; // each once
    bool has_too_many = false; // nobody indents so: nothing is learned from it
    bool has_shift
        = false; // all lines lie as far off: `added` in the file begins what `removed` begins as written
    std::string_view added;
    std::string_view removed;
    std::string_view written_step; // "\t" or some blanks; empty where nothing is deeper than anything else
    std::string_view file_step;
};
