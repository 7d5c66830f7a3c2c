#include "tests/fs_edit/indented_edits.hpp"

#include "toolkit/match/reindentation.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <map>

using namespace toolkit::text;

namespace {

bool is_whitespace(const std::string& line) { return trimmed(line).empty(); }

std::string step_of(const std::vector<std::string>& file)
{
    std::size_t tabs = 0;
    std::size_t blanks = 0;
    std::map<std::size_t, std::size_t> steps;
    std::size_t last = 0;
    for (const auto& line : file) {
        if (is_whitespace(line))
            continue;
        const std::size_t width = indentation_of(line).size();
        tabs += line.front() == '\t' ? 1 : 0;
        blanks += line.starts_with("  ") ? 1 : 0;
        if (width > last)
            ++steps[width - last];
        last = width;
    }
    if (tabs > blanks)
        return "\t";
    for (const std::size_t width : {4U, 2U, 8U})
        if (steps[width] * 3 > steps[4] + steps[2] + steps[8])
            return std::string(width, ' ');
    return "    ";
}

void add_rows(IndentedEdit& edit, const std::vector<std::string>& lines)
{
    for (const auto& line : lines)
        edit.rows.push_back({'+', line});
}

void add_change(IndentedEdit& edit, const std::string& line, std::mt19937& random, Kinds kinds)
{
    const std::string indentation(indentation_of(line));
    const std::string name = "added" + std::to_string(random() % 1000);
    switch (is_whitespace(line) ? 99 : random() % (kinds == Kinds::all ? 10 : 8)) {
    case 0: edit.rows.push_back({'-', line}); return add_rows(edit, {line + " " + name});
    case 1:
        edit.rows.push_back({'-', line});
        return add_rows(edit, {indentation + name, indentation + name + "()"});
    case 2: edit.rows.push_back({' ', line}); return add_rows(edit, {indentation + name});
    case 3:
        if (indentation.size() % edit.step.size() != 0
            || indentation.find_first_not_of(edit.step[0]) != std::string::npos)
            return edit.rows.push_back({' ', line});
        add_rows(edit, {indentation + name + ":", indentation + edit.step + name});
        return edit.rows.push_back({' ', line});
    case 4: return edit.rows.push_back({'-', line});
    case 8: // changed, around it a new block, which takes the place of no other
        if ((!edit.rows.empty() && edit.rows.back().mark == '-')
            || indentation.size() % edit.step.size() != 0
            || indentation.find_first_not_of(edit.step[0]) != std::string::npos)
            return edit.rows.push_back({' ', line});
        edit.rows.push_back({'-', line});
        return add_rows(edit, {indentation + name + ":", edit.step + line + " " + name});
    case 9: // changed at its end, no string cut
        if (line.find_first_of("\"'`") != std::string::npos)
            return edit.rows.push_back({' ', line});
        edit.rows.push_back({'-', line});
        return add_rows(
            edit, {line.substr(0, line.size() - (line.size() - indentation.size()) / 3) + name});
    default: return edit.rows.push_back({' ', line});
    }
}

// Does the file show the steps that new lines have?
bool has_steps_of_file(const IndentedEdit& edit)
{
    std::vector<Line> lines;
    for (const auto& line : edit.file)
        lines.push_back({line, LineEnd::lf});
    return match::indentation_step(lines) == edit.step;
}

// The lines of an edit without what they may be longer by: "    " of a tab, and so on.
std::string rewritten(
    const IndentedEdit& edit, Writing writing, const std::string& line, bool& is_possible)
{
    if (is_whitespace(line))
        return line;
    const std::string& step = edit.step;
    std::string indentation(indentation_of(line));
    const std::string text = line.substr(indentation.size());
    const auto remove = [&](const std::string& what) {
        is_possible = is_possible && indentation.starts_with(what);
        indentation.erase(0, std::min(indentation.size(), what.size()));
    };
    switch (writing) {
    case Writing::as_file: break;
    case Writing::deeper: indentation = step + indentation; break;
    case Writing::two_deeper: indentation = step + step + indentation; break;
    case Writing::shallower: remove(step); break;
    case Writing::at_margin: {
        const auto lines = edit.old_lines();
        std::string least(indentation);
        for (const auto& other : lines)
            if (!is_whitespace(other) && indentation_of(other).size() < least.size())
                least = indentation_of(other);
        remove(least);
        break;
    }
    case Writing::spaces_for_tabs: {
        std::string blanks;
        is_possible = is_possible && indentation.find("  ") == std::string::npos;
        for (const char letter : indentation)
            blanks.append(letter == '\t' ? "    " : std::string(1, letter));
        indentation = blanks;
        break;
    }
    case Writing::tabs_for_spaces:
        is_possible = is_possible && step != "\t" && indentation.find('\t') == std::string::npos
            && indentation.size() % step.size() == 0;
        indentation = std::string(indentation.size() / step.size(), '\t');
        break;
    case Writing::wide_steps:
    case Writing::narrow_steps:
        is_possible = is_possible && edit.step.size() > 1
            && indentation.size() % edit.step.size() == 0 && has_steps_of_file(edit);
        indentation.resize(
            writing == Writing::wide_steps ? indentation.size() * 2 : indentation.size() / 2, ' ');
        break;
    }
    return indentation + text;
}

std::string_view least_of(const std::vector<std::string>& lines)
{
    std::string_view least;
    bool is_known = false;
    for (const auto& line : lines)
        if (!is_whitespace(line) && (!is_known || indentation_of(line).size() < least.size())) {
            least = indentation_of(line);
            is_known = true;
        }
    return least;
}

}

std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text.append(line).append("\n");
    return text;
}

std::vector<std::string> IndentedEdit::old_lines() const
{
    std::vector<std::string> lines;
    for (const auto& row : rows)
        if (row.mark != '+')
            lines.push_back(row.text);
    return lines;
}

std::vector<std::string> IndentedEdit::new_lines() const
{
    std::vector<std::string> lines;
    for (const auto& row : rows)
        if (row.mark != '-')
            lines.push_back(row.text);
    return lines;
}

std::string IndentedEdit::before() const { return joined(file); }

std::string IndentedEdit::intended() const
{
    std::vector<std::string> lines(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(line));
    const auto fresh = new_lines();
    lines.insert(lines.end(), fresh.begin(), fresh.end());
    lines.insert(lines.end(), file.begin() + static_cast<std::ptrdiff_t>(line + old_lines().size()),
        file.end());
    return joined(lines);
}

IndentedEdit some_edit(const std::vector<std::string>& whole, std::mt19937& random, Kinds kinds)
{
    static constexpr std::size_t most_lines = 60;
    const std::size_t begin = random() % whole.size();
    const std::size_t end = std::min(whole.size(), begin + most_lines);
    const std::vector<std::string> file(whole.begin() + static_cast<std::ptrdiff_t>(begin),
        whole.begin() + static_cast<std::ptrdiff_t>(end));
    IndentedEdit edit {file, random() % file.size(), {}, random() % 8 == 0, step_of(file)};
    const std::size_t size = std::min<std::size_t>(1 + random() % 8, file.size() - edit.line);
    const std::string& step = edit.step;
    const std::string head = std::string(indentation_of(file[edit.line])) + "wraps:";
    for (std::size_t number = edit.line; number < edit.line + size; ++number)
        edit.is_wrap = edit.is_wrap && !is_whitespace(file[edit.line])
            && (is_whitespace(file[number])
                || indentation_of(file[number]).starts_with(indentation_of(head)));
    if (edit.is_wrap)
        edit.rows.push_back({'+', head});
    for (std::size_t number = edit.line; number < edit.line + size; ++number) {
        if (!edit.is_wrap) {
            add_change(edit, file[number], random, kinds);
            continue;
        }
        edit.rows.push_back({'-', file[number]});
        edit.rows.push_back(
            {'+', is_whitespace(file[number]) ? file[number] : step + file[number]});
    }
    return edit;
}

bool write(const IndentedEdit& edit, Writing writing, std::vector<std::string>& lines)
{
    bool is_possible = true;
    const auto changes = [&](char mark) {
        return std::any_of(edit.rows.begin(), edit.rows.end(), [&](const EditRow& row) {
            return row.mark == mark && rewritten(edit, writing, row.text, is_possible) != row.text;
        });
    };
    const bool says_how = edit.is_wrap || changes(' ') || !changes('+');
    return write_any(edit, writing, lines) && says_how;
}

bool write_any(const IndentedEdit& edit, Writing writing, std::vector<std::string>& lines)
{
    bool is_possible = true;
    std::map<std::string, std::string> known;
    for (const auto& row : edit.rows) {
        const std::string text = rewritten(edit, writing, row.text, is_possible);
        if (is_whitespace(text))
            continue;
        const std::string from(indentation_of(row.text));
        const auto [place, is_new] = known.emplace(indentation_of(text), from);
        is_possible = is_possible && (is_new || place->second == from);
    }
    for (auto& line : lines)
        line = rewritten(edit, writing, line, is_possible);
    return is_possible;
}

// Are the depths of new lines those of others, or of a file whose steps are the writer's?
static bool has_known_depths(const IndentedEdit& edit)
{
    const auto is_known = [&](const EditRow& added) {
        return std::any_of(edit.rows.begin(), edit.rows.end(), [&](const EditRow& row) {
            return row.mark != '+' && indentation_of(row.text) == indentation_of(added.text);
        });
    };
    return has_steps_of_file(edit)
        || std::all_of(edit.rows.begin(), edit.rows.end(),
            [&](const EditRow& row) { return row.mark != '+' || is_known(row); });
}

bool is_clear(const IndentedEdit& edit, Writing writing)
{
    bool is_possible = true;
    const bool has_its_steps = writing != Writing::wide_steps && writing != Writing::narrow_steps;
    return has_its_steps && !edit.is_wrap && has_known_depths(edit)
        && least_of(edit.old_lines()) == least_of(edit.new_lines())
        && std::any_of(edit.rows.begin(), edit.rows.end(), [&](const EditRow& row) {
               return row.mark == ' '
                   && rewritten(edit, writing, row.text, is_possible) != row.text;
           });
}
