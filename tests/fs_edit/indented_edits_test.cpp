#include "catch.hpp"

#include "tests/fs_edit/indented_edits.hpp"
#include "toolkit/system/error.hpp"
#include "tools/fs_edit/edit.hpp"

#include <iostream>

using namespace fs_edit;
using namespace toolkit::system;

// Edits of real files whose old text, new text or both are indented otherwise than the file: none
// may do anything but what was meant.
namespace {

#ifdef SANITIZED
constexpr int edits_to_try = 1'000;
#else
constexpr int edits_to_try = 25'000;
#endif

struct Count {
    int tried = 0, correct = 0, refused = 0, wrong = 0, clear = 0, clear_refused = 0;
};

void show(const IndentedEdit& edit, const EditSpec& wanted, const std::string& result)
{
    std::cout << "from line " << edit.line + 1 << " of\n"
              << joined(edit.old_lines()) << "for\n"
              << joined(edit.new_lines()) << "sent\n"
              << wanted.old_text << "->\n"
              << wanted.new_text << "and got\n"
              << result << "\n";
}

// The lines in place of those of the edit.
std::string part_of(const std::string& text, const IndentedEdit& edit)
{
    std::size_t begin = 0;
    for (std::size_t line = 0; line < edit.line; ++line)
        begin = text.find('\n', begin) + 1;
    const std::vector<std::string> rest(
        edit.file.begin() + static_cast<std::ptrdiff_t>(edit.line + edit.old_lines().size()),
        edit.file.end());
    return text.substr(begin, text.size() - std::min(text.size(), begin + joined(rest).size()));
}

void try_edit(const IndentedEdit& edit, Writing old_writing, Writing new_writing, Count& count)
{
    auto old_lines = edit.old_lines();
    auto new_lines = edit.new_lines();
    // Nobody writes with two steps at once.
    const auto has_other_steps = [](Writing writing) {
        return writing == Writing::wide_steps || writing == Writing::narrow_steps;
    };
    if (new_writing != old_writing && new_writing != Writing::as_file
        && (has_other_steps(new_writing) || has_other_steps(old_writing)))
        return;
    if (!write(edit, old_writing, old_lines) || !write(edit, new_writing, new_lines))
        return;
    const std::string old_text = joined(old_lines);
    const std::string new_text = joined(new_lines);
    // A text that is there as it was sent is taken at its word.
    const bool is_there = edit.before().find(old_text) != std::string::npos;
    if (old_text == new_text || is_there)
        return;
    const bool is_clear_edit = is_clear(edit, old_writing)
        && (new_writing == old_writing || new_writing == Writing::as_file);
    const EditSpec wanted {old_text, new_text};
    try {
        const Edited edited = edit_text(edit.before(), wanted, "f");
        ++count.tried;
        const bool is_right = edited.text == edit.intended();
        ++(is_right ? count.correct : count.wrong);
        if (!is_right)
            show(edit, wanted, part_of(edited.text, edit));
    } catch (const ToolError& error) {
        if (error.code == Code::ambiguous || error.code == Code::conflict)
            return;
        ++count.tried;
        ++count.refused;
        if (is_clear_edit) {
            ++count.clear_refused;
            show(edit, wanted, "REFUSED " + error.message + "; " + error.hint);
        }
    }
    count.clear += is_clear_edit ? 1 : 0;
}

}

TEST_CASE("an edit that is indented otherwise than the file does what was meant, or is refused")
{
    const auto files = indented_files();
    std::mt19937 random(seed_of_edits(15));
    Count count;
    for (int turn = 0; count.tried < edits_to_try && turn < 40 * edits_to_try; ++turn) {
        const IndentedEdit edit = some_edit(files[random() % files.size()], random, Kinds::all);
        if (edit.old_lines().empty())
            continue;
        const auto old_writing = static_cast<Writing>(random() % writings);
        const Writing new_writing = random() % 4 == 0 ? static_cast<Writing>(random() % writings)
            : random() % 2 == 0                       ? old_writing
                                                      : Writing::as_file;
        try_edit(edit, old_writing, new_writing, count);
    }
    std::cout << count.tried << " edits, " << count.correct << " correct, " << count.refused
              << " refused, " << count.wrong << " wrong; " << count.clear << " clear, "
              << count.clear_refused << " of them refused\n";
    CHECK(count.tried == edits_to_try);
    CHECK(count.wrong == 0);
    // A brace may be taken for another.
    CHECK(count.clear_refused <= 3 + count.clear / 250);
}
