#include "edit_steps.hpp"

#include "answer.hpp"
#include "edit.hpp"
#include "edit_errors.hpp"
#include "edit_file.hpp"
#include "local_edit.hpp"
#include "pieces.hpp"

#include "toolkit/system/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/pasted_marks.hpp"
#include "toolkit/text/text.hpp"
#include "tools/fs_edit/find/cause.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fs_edit {

using namespace toolkit;

namespace {

class Editing {
public:
    Editing(std::string_view before, const std::vector<Step>& steps, const Request& request)
        : steps(steps)
        , request(request)
        , before(before)
        , text(before)
        , pieces(before.size())
    {
        if (steps.size() >= least_steps && !system::is_utf16(before)
            && !text::has_lone_returns(before) && text::is_utf8(before))
            blocks.emplace(before, steps);
    }

    Outcome run()
    {
        std::vector<DoneStep> done;
        for (at = 0; at < steps.size(); ++at) {
            try {
                done.push_back(carry_out(steps[at]));
            } catch (const ToolError& error) {
                throw about_step(error);
            }
        }
        look_at_all();
        return {std::move(changed), std::move(done),
            steps.size() == 1 ? std::move(last) : all_changes()};
    }

private:
    void take(std::string result, std::vector<text::TextChange> changes)
    {
        changed = std::move(result);
        text = changed;
        if (steps.size() == 1)
            last = std::move(changes);
        else if (blocks)
            blocks->apply(at, changes);
        else
            pieces.apply(changes);
    }

    void look_at_all()
    {
        if (!std::exchange(is_stale, false))
            return;
        changed = blocks->text();
        text = changed;
    }

    std::vector<text::TextChange> all_changes() const
    {
        return blocks ? blocks->changes() : pieces.changes();
    }

    DoneStep carry_out(const Step& step)
    {
        const std::size_t size = blocks ? blocks->size() : text.size();
        if (at > 0 && size > static_cast<std::size_t>(request.max_file_bytes))
            throw ToolError(Code::too_large,
                "the edits before it make " + text::in_quotes(request.path) + " larger than the "
                    + std::to_string(request.max_file_bytes) + " bytes of a file that is edited",
                "the operator can raise --max-file-bytes");
        if (auto local = blocks ? edit_locally(*blocks, steps, at, request.path) : std::nullopt) {
            blocks->apply(at, local->excerpt, local->changes);
            is_stale = true;
            return {1, Strategy::exact};
        }
        look_at_all();
        if (step.after_line)
            return insert(step);
        if (step.old_text.empty())
            return fill(step);
        refuse_placeholders(step);
        refuse_chain(step);
        Edited edited
            = edit_text(text, {step.old_text, step.new_text, step.mode, step.which}, request.path);
        if (edited.strategy != Strategy::listing)
            refuse_pasted_marks(
                step, match::line_at(text, edited.replacements.front().match.begin));
        check_count(step, edited);
        refuse_what_was_put_in(step, edited);
        if (system::is_utf16(text))
            throw ToolError(Code::unsupported,
                text::in_quotes(request.path) + " is UTF-16, in which no text can be replaced",
                "convert it to UTF-8 first, by exec with iconv, or replace bytes with "
                "fs_edit_range and 'replacementBase64'");
        const DoneStep done {edited.replacements.size(), edited.strategy};
        take(std::move(edited.text), std::move(edited.replacements));
        return done;
    }

    // Refuses a line such as "// ... existing code ...", which would replace the lines that it
    // represents.
    void refuse_placeholders(const Step& step) const
    {
        if (step.mode != MatchMode::automatic && step.mode != MatchMode::flexible)
            return;
        const auto placeholder = text::find_elision({step.old_text, step.new_text, text});
        if (!placeholder)
            return;
        std::vector<Edit> edits = edits_of(request);
        if (!request.search_blocks)
            edits[at].match = MatchMode::exact;
        throw ToolError(Code::bad_request,
            "'newString' has the placeholder " + text::in_quotes(*placeholder) + ": the lines of "
                + text::in_quotes(request.path) + " that it stands for would be lost",
            "send all lines of the new text, or the old text of only what changes"
                + (request.search_blocks
                        ? std::string()
                        : "; if this line is meant, " + with_edits(request, edits)));
    }

    // Throws for an edit that replaces all "b" by "c" after one that replaced all "a" by "b", if
    // the original text contains "b", too: it is not clear whether those that were "a" are meant.
    void refuse_chain(const Step& step) const
    {
        const auto has = [&](std::string_view whole) {
            return match::find_bytes(whole, step.old_text, 0) != npos;
        };
        if (step.which != Which::all || step.mode != MatchMode::automatic || !has(before))
            return;
        const auto end = steps.begin() + static_cast<std::ptrdiff_t>(at);
        const auto first = std::find_if(steps.begin(), end, [&](const Step& other) {
            return other.which == Which::all && has(other.new_text) && !has(other.old_text);
        });
        if (first == end)
            return;
        const std::string number
            = std::to_string(static_cast<std::size_t>(first - steps.begin()) + 1);
        throw ToolError(Code::ambiguous,
            "'oldString' is in " + text::in_quotes(request.path) + " and in what edit " + number
                + " puts in, which may be meant, too, or not",
            "if it is not, put this edit before edit " + number
                + ", or exchange two texts by way of a third one; if it is, set 'match' to "
                  "\"exact\"");
    }

    bool has_new(match::Match match) const
    {
        return blocks ? blocks->has_new(match) : pieces.has_new(match);
    }

    // Throws if the old text is in the text that an earlier edit inserted: a model that quotes from
    // memory may mean the original text instead.
    void refuse_what_was_put_in(const Step& step, const Edited& edited) const
    {
        if (at == 0 || step.which != Which::the_only_one || step.mode != MatchMode::automatic
            || !has_new(edited.replacements.front().match))
            return;
        try {
            const Edited first = edit_text(
                before, {step.old_text, step.new_text, step.mode, step.which}, request.path);
            const match::Match place = first.replacements.front().match;
            if (blocks ? blocks->has_kept(place) : pieces.has_kept(place))
                throw put_in_before(before, place.begin, request.path);
        } catch (const ToolError& error) {
            if (error.code == Code::ambiguous)
                throw;
        }
    }

    // Throws if the new text contains marks that were copied with it from a diff, a listing or a
    // message.
    void refuse_pasted_marks(const Step& step, std::size_t line) const
    {
        if (step.mode != MatchMode::automatic && step.mode != MatchMode::flexible)
            return;
        const auto marks
            = text::find_pasted_marks({step.old_text, step.new_text, text, line}, request.path);
        if (!marks)
            return;
        const std::string what = "'newString' has " + marks->words;
        const std::string literally = "if it is meant, set 'match' to \"exact\"; else ";
        if (request.search_blocks)
            throw ToolError(Code::bad_request, what,
                literally
                    + "send the new text as it will be in the file, as 'oldString' and "
                      "'newString'");
        std::vector<Edit> edits = edits_of(request);
        edits[at].new_string = marks->plain;
        throw ToolError(Code::bad_request, what, literally + with_edits(request, edits));
    }

    // Inserts lines. Throws if they are already in the file, because a request that is sent twice
    // must not insert them twice.
    DoneStep insert(const Step& step)
    {
        if (*step.after_line > count_lines(text) && !system::is_utf16(text))
            throw after_the_end(step);
        if (at > 0 && step.mode != MatchMode::exact && is_moved(*step.after_line))
            throw moved_line(step);
        refuse_pasted_marks(step, static_cast<std::size_t>(*step.after_line) + 1);
        auto inserted = insert_lines(text, step.new_text, *step.after_line, request.path);
        const bool is_there = text.substr(inserted.match.begin).starts_with(inserted.text);
        if (is_there && step.mode != MatchMode::exact && !text::stripped(inserted.text).empty()) {
            std::vector<Edit> edits = edits_of(request);
            edits[at].match = MatchMode::exact;
            throw ToolError(Code::conflict,
                "already applied: 'newString' is in " + text::in_quotes(request.path)
                    + " after line " + std::to_string(*step.after_line),
                "to insert it once more, " + with_edits(request, edits));
        }
        std::string result(text);
        result.insert(inserted.match.begin, inserted.text);
        take(std::move(result), {std::move(inserted)});
        return {1, Strategy::insert};
    }

    // Returns true if an earlier edit changed the number of lines up to the end of this line of the
    // file. The line number may then refer either to the file or to the result of those edits.
    bool is_moved(std::int64_t line) const
    {
        const char newline = text::has_lone_returns(before) ? '\r' : '\n';
        std::size_t end = 0;
        for (; line > 0 && end < before.size(); --line)
            end = std::min(before.find(newline, end), before.size() - 1) + 1;
        std::ptrdiff_t more = 0;
        for (const auto& [match, replacement] : all_changes())
            if (match.begin < end || (match.begin == end && match.end == end))
                more += std::count(replacement.begin(), replacement.end(), newline)
                    - std::count(before.begin() + static_cast<std::ptrdiff_t>(match.begin),
                        before.begin() + static_cast<std::ptrdiff_t>(match.end), newline);
        return more != 0 && !before.empty();
    }

    ToolError moved_line(const Step& step) const
    {
        return {Code::ambiguous,
            "'insertLine' " + std::to_string(*step.after_line)
                + " may be a line of the file as it is, or as the edits before it leave it",
            "put insertions in the order from the end of the file to its beginning, and lines for "
            "one place into one insertion"};
    }

    ToolError after_the_end(const Step& step) const
    {
        const std::int64_t count = count_lines(text);
        std::vector<Edit> edits = edits_of(request);
        edits[at].insert_line = count;
        return {Code::bad_request,
            "'insertLine' is " + std::to_string(*step.after_line) + ", and "
                + text::in_quotes(request.path) + " has " + std::to_string(count)
                + (count == 1 ? " line" : " lines"),
            "to insert at the end, " + with_edits(request, edits)};
    }

    DoneStep fill(const Step& step)
    {
        const std::string name = text::in_quotes(request.path);
        if (text == step.new_text)
            throw ToolError(Code::conflict,
                "already applied: " + name + " exists, and 'newString' is all that is in it",
                "there is nothing to do");
        if (!text.empty())
            throw ToolError(Code::already_exists,
                "'oldString' is empty, and " + name + " exists and is not empty",
                "send the text to be replaced as 'oldString', or 'insertLine' to insert lines; to "
                "replace the whole file, "
                    + for_other_tool("fs_write_file", request, "content", step.new_text));
        take(step.new_text, {{{0, 0}, step.new_text}});
        return {0, Strategy::create};
    }

    void check_count(const Step& step, const Edited& edited) const
    {
        if (!step.expected_places
            || edited.replacements.size() == static_cast<std::size_t>(*step.expected_places))
            return;
        std::vector<match::Match> places;
        for (const auto& replacement : edited.replacements)
            places.push_back(replacement.match);
        const ToolError error = other_count(text, places, edited.strategy, request.path);
        std::vector<Edit> edits = edits_of(request);
        edits[at].expected_replacements = static_cast<std::int64_t>(places.size());
        throw ToolError(error.code, error.message + std::to_string(*step.expected_places),
            (places.size() == 1 ? "to replace this one, " : "to replace all of these, ")
                + with_edits(request, edits));
    }

    ToolError about_step(ToolError error) const
    {
        if (steps.size() == 1)
            return error;
        error.message = name_of_step(at, steps.size()) + error.message + "; nothing was changed";
        const Step& step = steps[at];
        if (error.code == Code::no_match && match::find_bytes(text, step.old_text, 0) == npos
            && match::find_bytes(before, step.old_text, 0) != npos)
            error.hint = "an edit before it has changed this text: each edit is of the result of "
                         "the one before";
        // A conflict means that the edit has already been made.
        if (error.code != Code::conflict || request.search_blocks || step.after_line)
            return error;
        std::vector<Edit> others = edits_of(request);
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
        error.hint = "without this edit, " + with_edits(request, others);
        return error;
    }

    // Minimum number of steps for which the text is kept in blocks.
    static constexpr std::size_t least_steps = 8;
    static constexpr std::size_t npos = std::string_view::npos;

    const std::vector<Step>& steps;
    const Request& request;
    std::string_view before;
    std::string_view text; // `before` at first, then `changed`
    std::string changed;
    bool is_stale = false; // `blocks` has changed since `changed` was built from it
    std::optional<EditedText> blocks;
    Pieces pieces;
    std::vector<text::TextChange> last; // for a single step
    std::size_t at = 0;
};

}

Outcome edit_steps(std::string_view text, const std::vector<Step>& steps, const Request& request)
{
    return Editing(text, steps, request).run();
}

}
