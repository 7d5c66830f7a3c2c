#include "edit_file.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"

#include <algorithm>
#include <utility>

namespace fs_edit {

using namespace toolkit;

// The content as the request expects it; empty if the file does not exist.
static std::string read_current(const change::SingleFileChange& change, std::int64_t max_file_bytes)
{
    if (change.size() > max_file_bytes)
        throw ToolError(Code::too_large,
            "cannot edit " + text::in_quotes(change.path()) + ": it has "
                + std::to_string(change.size()) + " bytes, and the limit is "
                + std::to_string(max_file_bytes),
            "change it with a program, by exec, or the operator can raise --max-file-bytes");
    std::string content;
    if (change.exists())
        content = system::read_whole(
            change.current(), change.path(), static_cast<std::size_t>(max_file_bytes));
    change.check_expected([&] { return system::sha256(content); });
    return content;
}

static bool mixes_encodings(std::string_view before, const std::vector<Step>& steps)
{
    if (!system::is_utf16(before) && text::is_utf8(before))
        return false;
    return std::any_of(steps.begin(), steps.end(),
        [=](const Step& step) { return system::mixes_encodings(before, step.new_text); });
}

static void require_file(const change::SingleFileChange& change, const Workspace& workspace)
{
    if (!change.exists())
        throw workspace::with_nearest_path(workspace, change.path(),
            {Code::not_found,
                "cannot edit " + text::in_quotes(change.path()) + ": no such file or directory",
                "leave 'oldString' empty to create it"});
}

EditedFile edit_file(const Workspace& workspace, const Request& request)
{
    const std::vector<Step> steps = steps_of(request);
    change::SingleFileChange change(workspace, request.path, request.expected_sha256);
    if (!steps.front().old_text.empty() || steps.front().after_line)
        require_file(change, workspace);
    const std::string before = read_current(change, request.max_file_bytes);
    Outcome outcome = edit_steps(before, steps, request);
    text::DiffNames names {std::nullopt, change.name()};
    if (change.exists())
        names.before = change.name();
    EditedFile edited {std::move(outcome.done),
        text::unified_diff(before, outcome.changes, names, text::max_diff_bytes), {},
        request.dry_run ? change.preview(outcome.text) : change.replace(outcome.text)};
    if (edited.diff.is_cut && !request.dry_run)
        edited.next_line = text::line_after(edited.diff.text);
    edited.file.mixes_encodings = mixes_encodings(before, steps);
    return edited;
}

}
