#include "fuzz.hpp"

#include "toolkit/text/unified_diff.hpp"
#include "tools/apply_patch/apply/apply.hpp"
#include "tools/apply_patch/read/parse.hpp"
#include "tools/fs_edit/edit.hpp"

#include <array>

using namespace apply_patch::apply;
using namespace apply_patch::read;
using namespace fs_edit;
using namespace toolkit::system;
using namespace toolkit::text;

// The bytes outside of what was replaced are as they were.
static void check_replacements(std::string_view text, const Edited& edited)
{
    std::string expected;
    std::size_t at = 0;
    for (const auto& [match, fresh] : edited.replacements) {
        must(match.begin >= at && match.begin <= match.end && match.end <= text.size());
        expected.append(text.substr(at, match.begin - at)).append(fresh);
        at = match.end;
    }
    must(!edited.replacements.empty() && expected.append(text.substr(at)) == edited.text);
    must(edited.text != text);
}

// The diff is one that apply_patch takes, and leads to the text that it is the diff of.
static void check_diff(std::string_view text, const Edited& edited)
{
    const Diff diff = unified_diff(text, edited.replacements, {"f", "f"}, std::size_t {1} << 20U);
    if (diff.is_cut)
        return;
    try {
        const Patch patch = parse_unified_diff(diff.text);
        must(patch.changes.size() == 1);
        must(apply_hunks(text, patch.changes.front().hunks, {"f"}).text == edited.text);
    } catch (const ToolError&) {
        must(false);
    }
}

// A letter of options, the file, a NUL, the old text, a NUL, the new text.
void fuzz(std::string_view input)
{
    static constexpr std::array modes {
        MatchMode::automatic, MatchMode::exact, MatchMode::flexible, MatchMode::regex};
    if (input.empty())
        return;
    const auto options = static_cast<unsigned char>(input.front());
    input.remove_prefix(1);
    const std::string_view text = take_text(input);
    const std::string_view old_text = take_text(input);
    if (old_text.empty())
        return;
    const EditSpec wanted {old_text, input, modes.at(options % modes.size()),
        options / modes.size() % 2 == 0 ? Which::the_only_one : Which::all};
    const Edited edited = edit_text(text, wanted, "f");
    check_replacements(text, edited);
    check_diff(text, edited);
}
