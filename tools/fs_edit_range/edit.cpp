#include "edit.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/path.hpp"

#include <cerrno>
#include <utility>

namespace fs_edit_range {

using namespace toolkit;

namespace {

void check_range(const RangeEdit& edit, std::size_t size, const std::string& path)
{
    if (edit.start > edit.end)
        throw ToolError(Code::bad_request, "'endByte' must be at least 'startByte'",
            "endByte is not part of the range; equal to startByte it inserts");
    if (static_cast<std::size_t>(edit.end) > size)
        throw ToolError(Code::bad_request,
            "the range ends at " + std::to_string(edit.end) + ", and " + text::in_quotes(path)
                + " has only " + std::to_string(size) + " bytes",
            "startByte and endByte equal to the size append");
}

// Throws if the range cuts a UTF-8 character: the file would no longer be text.
void check_cuts(std::string_view content, const RangeEdit& edit, const std::string& path)
{
    if (edit.cuts == Cuts::anywhere)
        return;
    for (const auto& [name, offset] :
        {std::pair("startByte", edit.start), std::pair("endByte", edit.end)}) {
        const auto at = static_cast<std::size_t>(offset);
        const std::size_t before = text::utf8_boundary(content, at);
        if (before == at)
            continue;
        std::size_t after = at + 1;
        while (text::utf8_boundary(content, after) != after)
            ++after;
        throw ToolError(Code::bad_request,
            text::in_quotes(name) + " " + std::to_string(at) + " is within the character "
                + text::in_quotes(content.substr(before, after - before)) + " of "
                + text::in_quotes(path),
            "the character begins at byte " + std::to_string(before) + " and ends before byte "
                + std::to_string(after)
                + ": use one of these offsets, or send 'replacementBase64' to split it");
    }
}

std::string read_to_edit(const File& file, const std::string& path, const RangeEdit& edit)
{
    const auto too_large = [&](const std::string& what) {
        return ToolError(Code::too_large,
            text::in_quotes(path) + what + " more than the " + std::to_string(edit.max_file_bytes)
                + " bytes of a file that is edited",
            "the operator can allow more by --max-file-bytes");
    };
    std::string content = system::read_range(file, path, 0, edit.max_file_bytes + 1);
    if (content.size() > edit.max_file_bytes)
        throw too_large(" has");
    check_range(edit, content.size(), path);
    check_cuts(content, edit, path);
    const std::size_t removed = static_cast<std::size_t>(edit.end - edit.start);
    if (content.size() - removed + edit.replacement.size() > edit.max_file_bytes)
        throw too_large(" would have");
    return content;
}

}

Edited edit_range(const Workspace& workspace, const std::string& path, const RangeEdit& edit)
{
    change::SingleFileChange change(workspace, path, edit.expected_sha256);
    if (!change.exists())
        throw workspace::with_nearest_path(workspace, path, workspace::cannot_open(path, ENOENT));
    std::string content = read_to_edit(change.current(), path, edit);
    change.check_expected([&] { return system::sha256(content); });
    change.refuse_changed_since_seen();
    const bool mixes = system::mixes_encodings(content, edit.replacement);
    const text::TextRange range {
        static_cast<std::size_t>(edit.start), static_cast<std::size_t>(edit.end)};
    Edited edited;
    if (edit.is_dry_run)
        edited.diff = text::unified_diff(content, {{range, std::string(edit.replacement)}},
            {change.name(), change.name()}, text::max_diff_bytes);
    content.replace(range.begin, range.end - range.begin, edit.replacement);
    edited.file = edit.is_dry_run ? change.preview(content) : change.replace(content);
    edited.file.mixes_encodings = mixes;
    return edited;
}

}
