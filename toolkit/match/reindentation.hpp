#pragma once

#include "toolkit/text/lines.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// One step of indentation in these lines: a tab, or some spaces; empty if none is deeper than
// another.
std::string_view indentation_step(const std::vector<text::Line>& lines);

// How wide an indentation is, if a tab ends at the next eighth column.
std::size_t columns_of(std::string_view indentation);

// True if an indentation is that of an outer line and more.
inline bool is_deeper(std::string_view indentation, std::string_view outer)
{
    return indentation.size() > outer.size() && indentation.starts_with(outer);
}

// True if a line, without whitespace at its end, opens a block by its last character, as most
// languages have it.
inline bool opens_block(std::string_view line)
{
    return !line.empty() && std::string_view(":{([").find(line.back()) != std::string_view::npos;
}

// True if the lines are indented as the others, one by one. Those that are all whitespace don't
// count.
bool are_indented_alike(std::span<const text::Line> lines, std::span<const text::Line> others);

// Lines as somebody wrote them, and as they are in a file: the same, one by one, except for their
// indentation.
struct IndentationExample {
    const std::vector<text::Line>& written;
    const std::vector<text::Line>& file;
    // Others that are written in the same way: those in their place.
    const std::vector<text::Line>& more;
    // The file, or what is around the lines. The width of a step is taken from it; if nothing in it
    // shows one, the writer's is taken, unless the file's only depth may be another.
    const std::vector<text::Line>& whole;
    std::optional<std::string_view> step = {}; // indentation_step() of `whole`, if that is known
};

// How a depth becomes one of the file that no line of the example has: only if that is certain; off
// by as much; in as many steps.
enum class NewDepths { certain, moved, stepped };

// How the indentation that somebody wrote becomes that of a file, learned from an example: from
// tabs to spaces, from two spaces to four, deeper by so much.
class Reindentation {
public:
    explicit Reindentation(const IndentationExample& example);

    // What this indentation is in the file; nothing where the lines learned from don't say. They
    // say nothing of a depth that none of them has if they may be off by so much, or by other steps
    // than the file's, and it makes a difference: unless one of these two readings is wanted.
    std::optional<std::string> of(
        std::string_view indentation, NewDepths depths = NewDepths::certain) const;

    // As many steps deep, whatever of() says.
    std::optional<std::string> stepped(std::string_view indentation) const;

    // The lines with the indentation that they have in the file; nothing of each of which that is
    // not known. Lines that are all whitespace stay as they are.
    std::vector<std::optional<std::string>> indented(
        const std::vector<text::Line>& lines, NewDepths depths) const;

    // Does each indentation that was written stand for one and only one of the file?
    bool is_function() const;

private:
    struct Pair {
        std::string_view written, file;
    };

    std::optional<std::string> moved(std::string_view indentation) const;
    std::optional<std::string> by_pairs(std::string_view indentation) const;
    bool keeps_order(std::string_view indentation, std::string_view in_file) const;
    bool has_several_depths() const;
    bool is_shift_certain(std::string_view indentation, const std::string& by_shift) const;
    bool is_pair_deeper_by_step() const;
    void compare_steps(const IndentationExample& example);
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
        written_step; // "\t" or some spaces; empty where nothing is deeper than anything else
    std::string_view file_step;
};

// How a text that replaces lines of a file is indented: as the file is, or as its writer indented
// the lines to be replaced, which differ from those of the file. `unclear` if it may be either.
enum class IndentationStyle { file, writer, unclear };

// Judges the example's `more`, which replaces its `written`. Lines that are shared decide; if there
// are none, the smallest indentation does. An answer other than `unclear` contradicts none of them.
IndentationStyle indentation_style(const IndentationExample& example);

}
