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

// One step of the change from one text into another. The indexes are those of the line in the two
// texts. If the line is only in one of them, the other index is that of the next line there.
struct ScriptStep {
    StepKind kind;
    std::size_t before;
    std::size_t after;
};

// Returns a shortest sequence of steps (Wu, Manber, Myers and Miller 1990). In a run of changed
// lines, the removed lines come first. If there are more than 4,000 lines in both texts together
// between the first and the last difference, all of them are replaced. The result may be longer
// than the shortest one if the search would need more than 24 MB.
std::vector<ScriptStep> line_script(
    const std::vector<std::string_view>& before, const std::vector<std::string_view>& after);

// The texts of a substitution, split into lines.
struct AddedLines {
    explicit AddedLines(const Substitution& substitution);

    bool file_has(std::string_view part) const
    {
        return texts.file.find(part) != std::string_view::npos;
    }

    // Returns true if the file has tags and entities, judged by its name or its first character.
    bool is_markup(std::string_view name) const;

    // Returns the new text with each added line replaced by the result of `replace`.
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
    std::vector<Line> all; // lines of the new text
    // Lines of the new text that have text and are not in the old one.
    std::vector<std::string_view> added;
};

using FoundMarks = std::optional<PastedMarks>;

// Returns true if the suffix of the name, in lower case, is in `suffixes`, a list with a space
// before and after each suffix.
bool has_suffix(std::string_view name, std::string_view suffixes);

// Returns true if a file of this name is prose or recorded output, which may quote code and
// patches.
bool is_prose(std::string_view name);

// Returns true for prose and for names without a suffix, which do not show the language.
bool may_quote_code(std::string_view name);

// Find marks that show that a text was escaped: newlines and tabs, quotes, letters, entities.
FoundMarks find_escaped_newlines(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_tabs(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_quotes(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_letters(const AddedLines& lines, std::string_view name);
FoundMarks find_entities(const AddedLines& lines, std::string_view name);

// Finds remains of the syntax of a call or of a search-and-replace block.
FoundMarks find_call_markup(const AddedLines& lines, std::string_view name);

}
