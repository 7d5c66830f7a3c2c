#include "catch.hpp"

#include "tests/fs_edit/indented_edits.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "tools/fs_edit/edit.hpp"

#include <iostream>

using namespace fs_edit;
using namespace toolkit::system;
using namespace toolkit::text;

// Edits of real files whose old text, or both texts, have two lines of the file in one, so that
// tokens are compared.
namespace {

#ifdef SANITIZED
constexpr int joined_edits_to_try = 200;
#else
constexpr int joined_edits_to_try = 2'000;
#endif

// The first row that ends with a comma and is kept with the one after it; the count of rows if
// there is none.
std::size_t row_to_join(const IndentedEdit& edit)
{
    for (std::size_t row = 0; row + 1 < edit.rows.size(); ++row)
        if (edit.rows[row].mark == ' ' && edit.rows[row + 1].mark == ' '
            && edit.rows[row].text.ends_with(',') && !trimmed(edit.rows[row + 1].text).empty())
            return row;
    return edit.rows.size();
}

// The lines of a side, without those of the other mark.
std::string joined_side(const IndentedEdit& edit, char other, std::size_t join)
{
    std::string text;
    for (std::size_t row = 0; row < edit.rows.size(); ++row) {
        const EditRow& line = edit.rows[row];
        if (line.mark == other)
            continue;
        text += row == join + 1 ? std::string(trimmed(line.text)) : line.text;
        text += row == join ? " " : "\n";
    }
    return text;
}

// The file with the new text as it was written: of lines that are in one there, it may be kept.
std::string as_sent(const IndentedEdit& edit, const std::string& new_text)
{
    const auto at = edit.file.begin() + static_cast<std::ptrdiff_t>(edit.line);
    const auto end = at + static_cast<std::ptrdiff_t>(edit.old_lines().size());
    return joined({edit.file.begin(), at}) + new_text + joined({end, edit.file.end()});
}

std::string without_blanks_at_ends(const std::string& text)
{
    std::string result;
    for (const auto& line : split_lines(text))
        result.append(without_trailing_whitespace(line.text)).append(bytes_of(line.end));
    return result;
}

}

TEST_CASE("an edit with two lines in one does what was meant, or is refused")
{
    const auto files = indented_files();
    std::mt19937 random(seed_of_edits(5));
    int tried = 0;
    int correct = 0;
    int blanks = 0; // more or fewer at the end of a line whose last word is another
    int wrong = 0;
    for (int turn = 0; tried < joined_edits_to_try && turn < 1000 * joined_edits_to_try; ++turn) {
        const IndentedEdit edit = some_edit(files[random() % files.size()], random);
        const std::size_t join = row_to_join(edit);
        if (join == edit.rows.size())
            continue;
        const std::string old_text = joined_side(edit, '+', join);
        const std::string new_text
            = joined_side(edit, '-', random() % 2 == 0 ? join : edit.rows.size());
        // A text that is there as it was sent is taken at its word.
        if (old_text == new_text || edit.before().find(old_text) != std::string::npos)
            continue;
        ++tried;
        try {
            const std::string after = edit_text(edit.before(), {old_text, new_text}, "f").text;
            const bool is_right = after == edit.intended() || after == as_sent(edit, new_text);
            const bool is_same
                = without_blanks_at_ends(after) == without_blanks_at_ends(edit.intended());
            ++(is_right ? correct : is_same ? blanks : wrong);
            if (!is_right && !is_same)
                std::cout << edit.before() << "sent\n"
                          << old_text << "->\n"
                          << new_text << "and got\n"
                          << after << "in place of\n"
                          << edit.intended() << "\n";
        } catch (const ToolError&) {
            continue;
        }
    }
    std::cout << tried << " edits, " << correct << " correct, " << blanks
              << " but for trailing whitespace, " << wrong << " wrong\n";
    CHECK(tried == joined_edits_to_try);
    CHECK(wrong == 0);
    CHECK(blanks * 100 < tried);
    CHECK(correct * 5 > tried);
}
