#include "catch.hpp"

#include "tests/fs_edit/indented_edits.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "tools/apply_patch/apply/apply.hpp"
#include "tools/apply_patch/read/parse.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>
#include <random>
#include <sstream>

using namespace apply_patch::apply;
using namespace apply_patch::read;
using namespace toolkit::system;
using namespace toolkit::text;

// Patches of the '*** Begin Patch' form to real files, whose context, additions or both are
// indented otherwise than the file: none may do anything but what was meant.
namespace {

#ifdef SANITIZED
constexpr int hunks_to_try = 1'000;
#else
constexpr int hunks_to_try = 25'000;
#endif

struct HunkCount {
    int tried = 0, correct = 0, refused = 0, literal = 0, wrong = 0, clear = 0, clear_refused = 0,
        again = 0;
};

std::string patch_of(const std::vector<EditRow>& rows)
{
    std::string text = "*** Begin Patch\n*** Update File: f\n@@\n";
    for (const auto& row : rows)
        text.append(1, row.mark).append(row.text).append("\n");
    return text + "*** End Patch\n";
}

// The same edit with some lines of the file around it as context.
IndentedEdit with_context(IndentedEdit edit, std::mt19937& random)
{
    static constexpr std::size_t most = 4;
    const std::size_t end = edit.line + edit.old_lines().size();
    const std::size_t above = std::min<std::size_t>(random() % most, edit.line);
    const std::size_t below = std::min<std::size_t>(random() % most, edit.file.size() - end);
    std::vector<EditRow> rows;
    for (std::size_t line = edit.line - above; line < edit.line; ++line)
        rows.push_back({' ', edit.file[line]});
    rows.insert(rows.end(), edit.rows.begin(), edit.rows.end());
    for (std::size_t line = end; line < end + below; ++line)
        rows.push_back({' ', edit.file[line]});
    edit.line -= above;
    edit.rows = rows;
    return edit;
}

// The rows of the edit with the lines of the file written in one way and the added ones in another;
// none if they cannot be.
std::vector<EditRow> written(const IndentedEdit& edit, Writing context, Writing additions)
{
    std::vector<EditRow> rows;
    for (const auto& row : edit.rows) {
        std::vector<std::string> line {row.text};
        if (!write_any(edit, row.mark == '+' ? additions : context, line))
            return {};
        rows.push_back({row.mark, line.front()});
    }
    return rows;
}

std::vector<std::string> lines_with(const std::vector<EditRow>& rows, char left_out)
{
    std::vector<std::string> lines;
    for (const auto& row : rows)
        if (row.mark != left_out)
            lines.push_back(row.text);
    return lines;
}

std::string result_of(const std::string& before, const std::string& patch_text)
{
    const Patch patch = parse_patch(patch_text);
    return apply_hunks(before, patch.changes.at(0).hunks, {"f"}).text;
}

// The lines in place of those of the edit.
std::string hunk_part_of(const std::string& text, const IndentedEdit& edit)
{
    std::size_t begin = 0;
    for (std::size_t line = 0; line < edit.line; ++line)
        begin = text.find('\n', begin) + 1;
    const std::vector<std::string> rest(
        edit.file.begin() + static_cast<std::ptrdiff_t>(edit.line + edit.old_lines().size()),
        edit.file.end());
    return text.substr(begin, text.size() - std::min(text.size(), begin + joined(rest).size()));
}

bool is_head(const std::string& line)
{
    return std::string_view(":{([").find(line.back()) != std::string_view::npos;
}

bool is_deeper(const std::string& line, const std::string& above)
{
    return indentation_of(line).size() > indentation_of(above).size();
}

// Does each block that the edit leaves follow a head, and no added line part one from it?
bool keeps_blocks(const IndentedEdit& edit)
{
    auto rows = edit.rows;
    const std::size_t end = edit.line + edit.old_lines().size();
    for (std::size_t line = end; line < edit.file.size() && line < end + 2; ++line)
        rows.push_back({' ', edit.file[line]});
    EditRow above {' ', ""};
    for (const auto& row : rows) {
        if (row.mark == '-' || trimmed(row.text).empty())
            continue;
        const bool is_parted = above.mark == '+' && row.mark == ' ' && !is_head(above.text)
            && is_deeper(row.text, above.text);
        const bool parts = above.mark == ' ' && row.mark == '+' && !above.text.empty()
            && is_head(above.text) && !is_head(row.text) && !is_deeper(row.text, above.text);
        if (is_parted || parts)
            return false;
        above = row;
    }
    return true;
}

// The lines of a file in which each step of its indentation is another one; none if that is not
// possible.
std::vector<EditRow> with_step(const std::vector<EditRow>& rows, const std::string& from,
    const std::string& to, std::size_t deeper)
{
    std::vector<EditRow> written;
    for (const auto& [mark, text] : rows) {
        const std::string_view indentation = indentation_of(text);
        const bool is_whitespace = trimmed(text).empty();
        if (indentation.size() % from.size() != 0
            || indentation.find_first_not_of(from[0]) != std::string_view::npos)
            return {};
        std::string line;
        for (std::size_t steps = 0;
             !is_whitespace && steps < indentation.size() / from.size() + deeper; ++steps)
            line += to;
        written.push_back({mark, line.append(text.substr(indentation.size()))});
    }
    return written;
}

// A line goes in behind one that is deeper, as deep as some line above both that begins a block
// around them.
std::optional<IndentedEdit> line_after_a_block(
    const std::vector<std::string>& whole, std::mt19937& random)
{
    static constexpr std::size_t most_lines = 40;
    const std::size_t begin = random() % whole.size();
    const std::vector<std::string> file(whole.begin() + static_cast<std::ptrdiff_t>(begin),
        whole.begin() + static_cast<std::ptrdiff_t>(std::min(whole.size(), begin + most_lines)));
    IndentedEdit edit {file, random() % file.size(), {}, false, some_edit(file, random).step};
    const std::string& last = file[edit.line];
    if (trimmed(last).empty() || is_head(last))
        return {};
    std::size_t head = edit.line;
    while (head > 0 && (trimmed(file[head]).empty() || !is_deeper(last, file[head])))
        --head;
    const std::string indentation(indentation_of(file[head]));
    const bool is_parted = edit.line + 1 < file.size() && !trimmed(file[edit.line + 1]).empty()
        && indentation_of(file[edit.line + 1]).size() > indentation.size();
    if (head == edit.line || trimmed(file[head]).empty() || !is_deeper(last, file[head])
        || is_parted)
        return {};
    edit.rows
        = {{' ', last}, {'+', indentation + "added"}, {'+', indentation + edit.step + "deeper"}};
    edit.rows.resize(2 + random() % 2);
    return edit;
}

void show_hunk(const IndentedEdit& edit, const std::string& patch_text, const std::string& result)
{
    std::cout << "from line " << edit.line + 1 << " of\n"
              << joined(edit.old_lines()) << "for\n"
              << joined(edit.new_lines()) << "sent\n"
              << patch_text << "and got\n"
              << result << "\n";
}

// The lines without whitespace around them, each after a newline.
std::string unindented(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text.append("\n").append(trimmed(line));
    return text;
}

// A patch that is sent again must be recognised or refused, unless its old lines stand in the
// outcome, at any depth: then it means that place.
bool changes_again(const std::string& result, const std::string& patch_text,
    const std::vector<std::string>& old_lines)
{
    try {
        std::istringstream stream(result);
        std::vector<std::string> lines;
        for (std::string line; std::getline(stream, line);)
            lines.push_back(line);
        // Empty lines of context may be after the last line of the file.
        const std::string after(old_lines.size(), '\n');
        return (unindented(lines) + after).find(unindented(old_lines)) == std::string::npos
            && result_of(result, patch_text) != result;
    } catch (const ToolError&) {
        return false;
    }
}

// Whitespace at the end of a line is never compared.
std::string without_end_blanks_of(std::vector<std::string> lines)
{
    for (auto& line : lines)
        line = without_trailing_whitespace(line);
    return joined(lines);
}

void try_hunk(const IndentedEdit& edit, Writing context, Writing additions, HunkCount& count)
{
    const auto rows = written(edit, context, additions);
    const auto old_lines = lines_with(rows, '+');
    const bool is_changed = edit.old_lines() != edit.new_lines();
    if (old_lines.empty() || !is_changed || !keeps_blocks(edit))
        return;
    const std::string patch_text = patch_of(rows);
    // An empty line after the last one of the file is none.
    const std::string before = without_end_blanks_of(edit.file);
    std::string old_text = "\n" + without_end_blanks_of(old_lines);
    const bool is_there = ("\n" + before).find(old_text) != std::string::npos;
    while (old_text.ends_with("\n\n"))
        old_text.pop_back();
    const bool is_at_its_word = is_there || before.ends_with(old_text);
    const bool is_clear_edit = context == additions && is_clear(edit, context);
    try {
        const std::string result = result_of(edit.before(), patch_text);
        // What is there as it was sent is taken at its word, and so are its additions.
        if (is_at_its_word && context != Writing::as_file)
            return;
        ++count.tried;
        IndentedEdit meant = edit;
        if (is_at_its_word)
            meant.rows = rows;
        count.literal += is_at_its_word ? 1 : 0;
        const bool is_right = result == meant.intended();
        const bool is_done_again = is_right && changes_again(result, patch_text, old_lines);
        count.again += is_done_again ? 1 : 0;
        ++(is_right ? count.correct : count.wrong);
        if (!is_right || is_done_again)
            show_hunk(edit, patch_text, hunk_part_of(result, edit));
    } catch (const ToolError& error) {
        if (error.code == Code::ambiguous || error.code == Code::conflict)
            return;
        ++count.tried;
        ++count.refused;
        count.clear_refused += is_clear_edit ? 1 : 0;
    }
    count.clear += is_clear_edit ? 1 : 0;
}

}

TEST_CASE("a hunk that is indented otherwise than the file does what was meant, or is refused")
{
    const auto files = indented_files();
    std::mt19937 random(seed_of_edits(15));
    HunkCount count;
    for (int turn = 0; count.tried < hunks_to_try && turn < 20 * hunks_to_try; ++turn) {
        const IndentedEdit edit
            = with_context(some_edit(files[random() % files.size()], random, Kinds::all), random);
        const auto context = static_cast<Writing>(random() % writings);
        // Additions that are off alone are as they were meant; off in a third way, they are not to
        // be told from others.
        const Writing additions = context == Writing::as_file
            ? static_cast<Writing>(random() % writings)
            : random() % 2 == 0 ? context
                                : Writing::as_file;
        try_hunk(edit, context, additions, count);
    }
    std::cout << count.tried << " hunks, " << count.correct << " correct (" << count.literal
              << " at their word), " << count.refused << " refused, " << count.wrong << " wrong; "
              << count.clear << " clear, " << count.clear_refused << " of them refused\n";
    CHECK(count.tried == hunks_to_try);
    CHECK(count.wrong == 0);
    CHECK(count.again == 0);
    // Context says how it was written itself: at a depth that is that of other lines, the additions
    // may be either.
    CHECK(count.clear_refused <= 5 + count.clear / 20);
}

TEST_CASE("lines that leave the block of their context leave it, whatever the steps of the patch, "
          "or are refused")
{
    static constexpr std::array<const char*, 4> steps {"  ", "    ", "        ", "\t"};
    const auto files = indented_files();
    std::mt19937 random(seed_of_edits(31));
    HunkCount count;
    for (int turn = 0; count.tried < hunks_to_try && turn < 100 * hunks_to_try; ++turn) {
        auto found = line_after_a_block(files[random() % files.size()], random);
        if (!found)
            continue;
        const IndentedEdit edit = with_context(std::move(*found), random);
        const auto rows
            = with_step(edit.rows, edit.step, steps.at(random() % steps.size()), random() % 3);
        if (rows.empty() || edit.before().find(joined(lines_with(rows, '+'))) != std::string::npos)
            continue;
        ++count.tried;
        try {
            const std::string result = result_of(edit.before(), patch_of(rows));
            const bool is_right = result == edit.intended();
            ++(is_right ? count.correct : count.wrong);
            if (!is_right)
                show_hunk(edit, patch_of(rows), hunk_part_of(result, edit));
        } catch (const ToolError&) {
            ++count.refused;
        }
    }
    std::cout << count.tried << " hunks, " << count.correct << " correct, " << count.refused
              << " refused, " << count.wrong << " wrong\n";
    CHECK(count.tried == hunks_to_try);
    CHECK(count.wrong == 0);
    CHECK(count.correct * 4 >= count.tried);
}
