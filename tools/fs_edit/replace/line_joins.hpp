#pragma once

#include "replacement.hpp"

namespace fs_edit::replace {

using namespace toolkit;

// Whether a new text that lacks a newline of the old one would become a part of another line.

// Does the match begin after the indentation of its line, and end with the last of its lines?
bool is_lines_behind_indentation(const Change& change, match::Match match);

// True if the match is whole lines, or begins with a newline as the new text does, and the new text
// is not meant to be joined with the next line. It is meant to be if it is the beginning of the old
// text, or ends with whitespace that the old text lacks.
bool is_line_for_lines(const Change& change, match::Match match);

// True if lines are removed together with the newlines before and after them, so that the line
// above would lose its own newline. Returns false after an opening bracket, where that is meant.
bool is_removal_between_lines(const Change& change, match::Match match);

// Is the match lines and the newline before them, and the new text one that is not meant to be
// joined with the line above? It is if it begins with a single space or as the rest of an
// expression may, or if it is the end of the old one.
bool is_line_for_lines_below(const Change& change, match::Match match);

}
