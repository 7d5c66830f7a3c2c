#include "edit_file.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"

namespace fs_edit {

using namespace toolkit;

static void check_is_change(const Request& request)
{
    if (request.old_string == request.new_string && request.match != MatchMode::regex)
        throw ToolError(Code::bad_request, "'oldString' and 'newString' are the same",
            "send what it is to become as 'newString'; if the file is right already, there is "
            "nothing to do");
}

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

static workspace::ChangedFile carry_out(change::SingleFileChange& change, const Request& request,
    std::string_view before, std::string_view after)
{
    workspace::ChangedFile file = request.dry_run ? change.preview(after) : change.replace(after);
    file.mixes_encodings = system::mixes_encodings(before, request.new_string);
    return file;
}

static void check_is_empty(
    const change::SingleFileChange& change, std::string_view content, std::string_view new_text)
{
    if (content.empty())
        return;
    if (content == new_text)
        throw ToolError(Code::conflict,
            "already applied: " + text::in_quotes(change.path())
                + " exists, and 'newString' is all that is in it",
            "there is nothing to do");
    throw ToolError(Code::already_exists,
        "cannot create " + text::in_quotes(change.path()) + ": it exists already, and is not empty",
        "name the text to be replaced in 'oldString', or use fs_write_file to replace all of it");
}

// Fills the file, which need not exist.
static EditedFile create_file(change::SingleFileChange& change, const Request& request)
{
    check_is_empty(change, read_current(change, request.max_file_bytes), request.new_string);
    text::DiffNames names {std::nullopt, change.name()};
    if (change.exists())
        names.before = change.name();
    return {0, std::nullopt,
        text::unified_diff("", {{{0, 0}, request.new_string}}, names, text::most_diff_bytes),
        carry_out(change, request, "", request.new_string)};
}

EditedFile edit_file(const Workspace& workspace, const Request& request)
{
    check_is_change(request);
    change::SingleFileChange change(workspace, request.path, request.expected_sha256);
    if (request.old_string.empty())
        return create_file(change, request);
    if (!change.exists())
        throw workspace::with_nearest_path(workspace, request.path,
            {Code::not_found,
                "cannot edit " + text::in_quotes(request.path) + ": no such file or directory",
                "leave 'oldString' empty to create it"});
    const std::string before = read_current(change, request.max_file_bytes);
    const Wanted wanted {request.old_string, request.new_string, request.match,
        request.replace_all ? Which::all : Which::the_only_one};
    const Edited edited = edit_text(before, wanted, request.path);
    return {edited.replacements.size(), edited.strategy,
        text::unified_diff(
            before, edited.replacements, {change.name(), change.name()}, text::most_diff_bytes),
        carry_out(change, request, before, edited.text)};
}

}
