#include "write.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/pasted_marks.hpp"
#include "toolkit/text/text.hpp"

namespace fs_write_file {

using namespace toolkit;

// What the file had before is no placeholder, and no mark that was copied with the content. Of a
// very large file only the beginning is compared.
static void refuse_foreign_lines(
    const change::SingleFileChange& change, std::string_view content, bool exists)
{
    static constexpr std::size_t max_compared_bytes = 16 << 20;
    static constexpr auto literally
        = " is meant to be in the file, send the same request with \"allowPlaceholders\": true";
    const std::string before = exists && change.size() > 0
        ? system::read_range(change.current(), change.path(), 0, max_compared_bytes)
        : std::string();
    const auto placeholder = text::find_elision({before, content, before});
    if (placeholder)
        throw ToolError(Code::bad_request,
            "the content has the placeholder " + text::in_quotes(*placeholder) + ": the lines of "
                + text::in_quotes(change.path())
                + " that it stands for would be lost; nothing was changed",
            std::string(
                "send the whole content, or change a part of the file with fs_edit; if this line")
                + literally);
    const auto marks = text::find_pasted_marks({before, content, before}, change.path());
    if (marks)
        throw ToolError(Code::bad_request,
            "the content has " + marks->words + "; nothing was changed",
            std::string("send the content as it will be in the file; if this") + literally);
}

Written write_file(const Workspace& workspace, const std::string& path, std::string_view content,
    const WriteOptions& options)
{
    change::SingleFileChange change(workspace, path, options.expected_sha256);
    if (!options.makes_parents)
        change.require_directory("set 'makeParents', or create it first");
    const bool exists = change.exists();
    if (exists && options.existing == Existing::refused)
        throw ToolError(Code::already_exists, text::in_quotes(path) + " exists already",
            "leave out 'createOnly' to replace it");
    const system::HashLimit limit {options.max_hashed_bytes, "hash", "leave out 'expectedSha256'"};
    change.check_expected([&] { return system::sha256(change.current(), path, limit); });
    change.refuse_changed_since_seen();
    change.refuse_unread(options.insists);
    if (options.placeholders == Placeholders::refused)
        refuse_foreign_lines(change, content, exists);
    if (options.is_dry_run)
        return {!exists, change.preview(content), change.show_replacement(content)};
    Written written {!exists, change.replace(content, options.create_mode)};
    change.caller_knows(written.file);
    return written;
}

}
