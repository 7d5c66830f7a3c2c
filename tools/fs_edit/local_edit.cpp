#include "local_edit.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/pasted_marks.hpp"
#include "toolkit/text/placeholder.hpp"

#include <algorithm>

namespace fs_edit {

using namespace toolkit;

static constexpr std::string_view bom_of_utf8 = "\xef\xbb\xbf";

// Returns true if the line can only be judged with the whole file: it begins with a number, or is a
// placeholder.
static bool needs_file(const text::Line& line)
{
    return !text::number_before(line.text).empty()
        || text::stands_for_lines(line.text) != text::StandsForLines::no;
}

// Returns true if the text may contain an HTML entity.
static bool has_entity(std::string_view text)
{
    static constexpr std::size_t longest = 8;
    for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1))
        if (const auto name = text.substr(at + 1, longest); name.find(';') < name.find(' '))
            return true;
    return false;
}

static bool needs_file(std::string_view text)
{
    const auto lines = text::split_lines(text);
    return text.starts_with(bom_of_utf8) || text.find("\\t") != std::string_view::npos
        || has_entity(text) || std::any_of(lines.begin(), lines.end(), [](const auto& line) {
               return needs_file(line);
           });
}

static bool is_simple(const Step& step)
{
    return !step.after_line && !step.old_text.empty() && step.which == Which::the_only_one
        && step.expected_places.value_or(1) == 1
        && (step.mode == MatchMode::automatic || step.mode == MatchMode::exact)
        && !needs_file(step.old_text) && !needs_file(step.new_text);
}

static bool is_whole_lines(std::string_view text, match::Match match)
{
    return match::starts_line(text, match.begin)
        && (text[match.end - 1] == '\n' || match::line_end(text, match.end) == match.end);
}

namespace {

struct Found {
    EditedText::Excerpt excerpt;
    match::Match match;
};

}

// Returns the only place that has exactly the old text. If the old text may be elsewhere in another
// form, the match must be whole lines.
static std::optional<Found> find_only(
    EditedText& text, const std::vector<Step>& steps, std::size_t at)
{
    static constexpr std::size_t max_bytes = 65536; // maximum size of an excerpt
    static constexpr std::size_t margin = 256;
    const Step& step = steps[at];
    auto excerpts = text.excerpts(at, margin + step.old_text.size() + step.new_text.size());
    if (!excerpts)
        return {};
    std::optional<Found> found;
    for (auto& excerpt : *excerpts) {
        const auto places = match::find_exact(excerpt.text, step.old_text).places;
        const bool is_known = found && places.size() == 1
            && EditedText::identity_of(found->excerpt, found->match.begin)
                == EditedText::identity_of(excerpt, places.front().begin);
        if (places.empty() || is_known)
            continue;
        if (found || places.size() > 1 || excerpt.text.size() > max_bytes
            || excerpt.text.find('\n') == std::string::npos)
            return {};
        found = Found {std::move(excerpt), places.front()};
    }
    if (found && text.count_places(at) > 1 && !is_whole_lines(found->excerpt.text, found->match))
        return {};
    return found;
}

std::optional<LocalEdit> edit_locally(
    EditedText& text, const std::vector<Step>& steps, std::size_t at, std::string_view name)
{
    const Step& step = steps[at];
    if (!is_simple(step))
        return {};
    auto found = find_only(text, steps, at);
    if (!found)
        return {};
    const std::string& lines = found->excerpt.text;
    const bool is_exact = step.mode == MatchMode::exact;
    if (!is_exact
        && ((text.count_in_original(at) > 1 && text.has_new(found->excerpt, found->match))
            || text::find_pasted_marks({step.old_text, step.new_text, lines}, name)))
        return {};
    try {
        Edited edited
            = edit_text(lines, {step.old_text, step.new_text, step.mode, step.which}, name);
        if (edited.strategy != Strategy::exact)
            return {};
        return LocalEdit {std::move(found->excerpt), std::move(edited.replacements)};
    } catch (const ToolError&) {
        return {}; // the edit in the whole text throws the error with its line number
    }
}

}
