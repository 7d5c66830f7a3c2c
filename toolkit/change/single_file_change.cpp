#include "toolkit/change/single_file_change.hpp"

#include "toolkit/change/expected_hash.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/new_name.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/seen_files.hpp"

#include <utility>

namespace toolkit::change {

static std::string in_named_encoding(const ContentToWrite& content, WrittenPart part)
{
    static constexpr std::string_view mark = "\xFF\xFE";
    auto bytes = text::in_encoding(content.text, *content.encoding);
    if (!bytes)
        throw ToolError(Code::bad_request,
            "'content' has characters that are not in latin1 (Windows-1252); nothing was changed",
            "leave out 'encoding', or send other characters");
    const bool is_utf16 = content.encoding == text::WrittenEncoding::utf16;
    return (is_utf16 && part == WrittenPart::whole ? std::string(mark) : "") + *bytes;
}

WrittenText bytes_to_write(
    const ContentToWrite& content, const text::FileForm& form, WrittenPart part)
{
    if (content.encoding)
        return {in_named_encoding(content, part)};
    if (content.is_bytes || content.text.empty())
        return {std::string(content.text)};
    text::FileForm applied = form;
    const bool has_lines = content.text.find('\n') != std::string_view::npos;
    if (!has_lines || content.text.find('\r') != std::string_view::npos)
        applied.newlines = text::FileForm::Newlines::none;
    if (part == WrittenPart::end)
        applied.has_mark = false;
    WrittenText written {std::string(text::mark_of(applied)), text::name_of(applied)};
    written.bytes += text::in_form(content.text, form);
    if (!written.kept.empty())
        written.kept += "; \"encoding\":\"utf-8\" writes the content as it is";
    return written;
}

static std::optional<std::string> checked_hash(std::optional<std::string> expected)
{
    if (expected)
        check_is_hash(*expected);
    return expected;
}

SingleFileChange::SingleFileChange(
    const Workspace& workspace, const std::string& path, std::optional<std::string> expected_sha256)
    : workspace(workspace)
    , given(path)
    , expected_sha256(checked_hash(std::move(expected_sha256)))
    , transaction(workspace, {path})
    , names(workspace.relative(path))
{
}

void SingleFileChange::require_directory(const std::string& hint) const
{
    workspace::refuse_odd_new_name(workspace, given);
    const std::string directory = text::parent_of(transaction.path(0));
    if (transaction.lacks_directory(0))
        throw workspace::with_nearest_path(workspace, directory,
            {Code::not_found, "the directory " + text::in_quotes(directory) + " does not exist",
                hint});
}

void SingleFileChange::check_expected(const std::function<std::string()>& hash_of_current) const
{
    if (expected_sha256)
        check_expected_hash(exists() ? hash_of_current() : "", *expected_sha256, given);
}

void SingleFileChange::refuse_changed_since_seen() const
{
    workspace::SeenFiles* const seen = workspace::seen_files_of_call();
    if (seen != nullptr && exists() && !expected_sha256)
        seen->refuse_changed(transaction.path(0), current());
}

void SingleFileChange::refuse_unread(bool insists) const
{
    workspace::SeenFiles* const seen = workspace::seen_files_of_call();
    if (seen != nullptr && exists() && !expected_sha256)
        seen->refuse_unread(transaction.path(0), current(), insists);
}

void SingleFileChange::caller_knows(const workspace::ChangedFile& file) const
{
    if (workspace::SeenFiles* const seen = workspace::seen_files_of_call())
        seen->has_written(transaction.path(0), file.sha256);
}

std::string SingleFileChange::sha256_of(std::string_view content)
{
    return system::sha256(content);
}

workspace::ChangedFile SingleFileChange::outcome(std::string sha256) const
{
    workspace::refuse_odd_new_name(workspace, given);
    workspace::ChangedFile file {std::move(sha256)};
    file.runs_later.add_file(workspace, names, transaction.path(0));
    return file;
}

text::Diff SingleFileChange::show(
    const std::function<text::TextChange(std::string_view before)>& change_of) const
{
    static constexpr std::int64_t max_compared_bytes = 16 << 20;
    if (size() > max_compared_bytes)
        return {"", true};
    text::DiffNames shown_names {std::nullopt, names};
    std::string before;
    if (exists()) {
        shown_names.before = names;
        before = system::read_range(current(), given, 0, static_cast<std::size_t>(size()));
    }
    text::TextChange change = change_of(before);
    if (change.match.begin == change.match.end && change.text.empty())
        return {"", false};
    return text::unified_diff(before, {std::move(change)}, shown_names, text::max_diff_bytes);
}

text::Diff SingleFileChange::show_replacement(std::string_view content) const
{
    return show([=](std::string_view before) { return text::difference_between(before, content); });
}

text::Diff SingleFileChange::show_addition(std::string_view bytes) const
{
    return show([=](std::string_view before) {
        return text::TextChange {{before.size(), before.size()}, std::string(bytes)};
    });
}

workspace::ChangedFile SingleFileChange::commit(std::string sha256)
{
    workspace::ChangedFile file = outcome(std::move(sha256));
    file.not_kept = transaction.not_kept(0);
    transaction.commit();
    return file;
}

workspace::ChangedFile SingleFileChange::replace(
    std::string_view content, std::optional<mode_t> mode_of_new)
{
    workspace::refuse_odd_new_name(workspace, given);
    transaction.replace(0, content, {exists() ? std::nullopt : mode_of_new});
    return commit(sha256_of(content));
}

workspace::ChangedFile SingleFileChange::append(
    std::string_view bytes, const std::string& sha256_of_whole)
{
    if (!exists())
        return replace(bytes);
    transaction.append(0, bytes, sha256_of_whole);
    return commit(sha256_of_whole);
}

}
