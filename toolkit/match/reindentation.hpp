#pragma once

#include "toolkit/text/lines.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// Returns one step of indentation of these lines: a tab or a number of spaces. Returns an empty
// view if all lines are equally deep.
std::string_view indentation_step(const std::vector<text::Line>& lines);

// Returns the width of an indentation in columns, with a tab stop every eight columns.
std::size_t columns_of(std::string_view indentation);

// Returns true if an indentation consists of that of an outer line and more.
inline bool is_deeper(std::string_view indentation, std::string_view outer)
{
    return indentation.size() > outer.size() && indentation.starts_with(outer);
}

// Returns true if a line, without whitespace at its end, opens a block in most languages, judged by
// its last character.
inline bool opens_block(std::string_view line)
{
    return !line.empty() && std::string_view(":{([").find(line.back()) != std::string_view::npos;
}

// Returns true if each line has the indentation of the corresponding other line. Lines without text
// are ignored.
bool are_indented_alike(std::span<const text::Line> lines, std::span<const text::Line> others);

// Lines as a writer indented them, and the same lines in a file. They are equal, line by line,
// except for their indentation.
struct IndentationExample {
    const std::vector<text::Line>& written;
    const std::vector<text::Line>& file;
    // Other lines by the same writer, which replace them.
    const std::vector<text::Line>& more;
    // The file, or the lines around. The width of a step is taken from it. If it does not show one,
    // the writer's step is assumed, unless the only depth in the file contradicts it.
    const std::vector<text::Line>& whole;
    std::optional<std::string_view> step = {}; // indentation_step() of `whole`, if known
};

// Determines how to translate an indentation that no line of the example has: only if there is no
// doubt; by the same distance as the lines of the example; to the same number of steps.
enum class UnknownDepthPolicy { certain, moved, stepped };

// Translates a writer's indentation into that of a file, as an example shows: tabs to spaces, two
// spaces to four, or a constant shift.
class Reindentation {
public:
    explicit Reindentation(const IndentationExample& example);

    // Returns this indentation in the file. Returns nullopt if the example does not determine it:
    // it maps the indentation to two, or it does not have it, and the two readings `moved` and
    // `stepped` are both plausible and differ. In the latter case, `depths` can select one of the
    // readings.
    std::optional<std::string> of(std::string_view indentation,
        UnknownDepthPolicy depths = UnknownDepthPolicy::certain) const;

    // Returns the same number of steps in the file, whatever of() returns; nullopt if there is no
    // such reading.
    std::optional<std::string> stepped(std::string_view indentation) const;

    // Returns the lines with their indentation in the file; nullopt for each line for which it is
    // not known. Lines without text are unchanged.
    std::vector<std::optional<std::string>> indented(
        const std::vector<text::Line>& lines, UnknownDepthPolicy depths) const;

    // Returns true if each written indentation corresponds to exactly one in the file. Returns
    // false also if there are more than 200 different pairs; no translation is known then.
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

    std::vector<Pair> pairs; // without duplicates
    // The writer indents by the step of the file; nullopt if no line shows it.
    std::optional<bool> has_file_step;
    // The only depth of the file is assumed to be its step, although it is not one step of the
    // writer.
    bool is_step_assumed = false;
    bool has_too_many = false; // there are more than 200 pairs; they are not used
    // All pairs differ in the same way: the file has the prefix `added` in place of `removed`.
    bool has_shift = false;
    std::string_view added;
    std::string_view removed;
    std::string_view written_step; // "\t" or some spaces; empty if all lines are equally deep
    std::string_view file_step;
};

// The indentation style of a text that replaces lines of a file: that of the file, or that in which
// its writer indented the lines to be replaced, which differs from that of the file. `unclear` if
// it may be either.
enum class IndentationStyle { file, writer, unclear };

// Judges the example's `more`, which replaces its `written`. Lines that are shared decide; if there
// are none, the smallest indentation does. An answer other than `unclear` contradicts none of them.
IndentationStyle indentation_style(const IndentationExample& example);

}
