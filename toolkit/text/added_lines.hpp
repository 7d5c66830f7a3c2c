#pragma once

#include "toolkit/text/lines.hpp"
#include "toolkit/text/pasted_marks.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace toolkit::text {

// The texts of a substitution, in lines.
struct AddedLines {
    explicit AddedLines(const Substitution& substitution);

    bool file_has(std::string_view part) const
    {
        return texts.file.find(part) != std::string_view::npos;
    }

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

// Is the suffix of a name, in lower case, one of these? They have a space before and after each.
bool has_suffix(std::string_view name, std::string_view suffixes);

// Text in which code and patches are quoted, by its name.
bool is_prose(std::string_view name);

// The same, or a name that says nothing.
bool may_quote_code(std::string_view name);

// Text with tags and entities, by its name.
bool is_markup(std::string_view name);

// Marks of the way a text was escaped: newlines and tabs, quotes, entities.
FoundMarks find_escaped_newlines(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_tabs(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_quotes(const AddedLines& lines, std::string_view name);
FoundMarks find_escaped_letters(const AddedLines& lines, std::string_view name);
FoundMarks find_entities(const AddedLines& lines, std::string_view name);

// What is left of the syntax of a call, or of a block of lines to search and replace.
FoundMarks find_call_markup(const AddedLines& lines, std::string_view name);

}
