#pragma once

#include "toolkit/text/lines.hpp"
#include "toolkit/text/pasted_marks.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
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

// The texts of a substitution, in lines.
struct AddedLines {
    explicit AddedLines(const Substitution& substitution);

    bool file_has(std::string_view part) const
    {
        return texts.file.find(part) != std::string_view::npos;
    }

    // True if the file has tags and entities, by its name or by its first character.
    bool is_markup(std::string_view name) const;

    // The new text with each added line replaced.
    template<class Replace>
    std::string with_added(Replace replace) const
    {
        std::string text;
        for (const Line& line : all)
            text.append(
                    old_lines.count(line.text) == 0 ? replace(line.text) : std::string(line.text))
                .append(bytes_of(line.end));
        return text;
    }

    Substitution texts;
    std::unordered_set<std::string_view> old_lines;
    std::vector<Line> all; // of the new text
    std::vector<std::string_view> added; // those of them that the old one does not have
};

using FoundMarks = std::optional<PastedMarks>;

// True if the suffix of the name, in lower case, is in `suffixes`, which has a space before and
// after each suffix.
bool has_suffix(std::string_view name, std::string_view suffixes);

// True if a file of this name is prose or recorded output, which may quote code and patches.
bool is_prose(std::string_view name);

// True for prose and for names without a suffix, which do not show the language.
bool may_quote_code(std::string_view name);

// These find marks that show how a text was escaped: newlines and tabs, quotes, entities.
FoundMarks find_escaped_newlines(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_tabs(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_quotes(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_letters(const AddedLines& lines, std::string_view name);
FoundMarks find_entities(const AddedLines& lines, std::string_view name);

// Finds what is left of the syntax of a call, or of a search-and-replace block.
FoundMarks find_call_markup(const AddedLines& lines, std::string_view name);

}
