#include "write.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/pasted_marks.hpp"
#include "toolkit/text/text.hpp"

#include <utility>
#include <vector>

namespace fs_write_file {

using namespace toolkit;

// Returns the content of the file, or the first 16 MiB of it.
static std::string beginning_of(const change::SingleFileChange& change)
{
    static constexpr std::size_t max_compared_bytes = 16 << 20;
    return change.size() > 0
        ? system::read_range(change.current(), change.path(), 0, max_compared_bytes)
        : std::string();
}

// Throws for placeholders and for marks that were copied with the content. Lines that the file
// already had are accepted.
static void refuse_foreign_lines(
    std::string_view before, std::string_view content, const std::string& path)
{
    static constexpr auto literally
        = " is meant to be in the file, send the same request with \"allowPlaceholders\": true";
    const auto placeholder = text::find_elision({before, content, before});
    if (placeholder)
        throw ToolError(Code::bad_request,
            "the content has the placeholder " + text::in_quotes(*placeholder) + ": the lines of "
                + text::in_quotes(path) + " that it stands for would be lost; nothing was changed",
            std::string(
                "send the whole content, or change a part of the file with fs_edit; if this line")
                + literally);
    const auto marks = text::find_pasted_marks({before, content, before}, path);
    if (marks)
        throw ToolError(Code::bad_request,
            "the content has " + marks->words + "; nothing was changed",
            std::string("if this") + literally
                + "; else send the content as it will be in the file");
    static constexpr std::string_view replacement = "\uFFFD";
    const auto has_replacement
        = [](std::string_view text) { return text.find(replacement) != std::string_view::npos; };
    if (has_replacement(content) && !has_replacement(before) && !text::is_utf8(before))
        throw ToolError(Code::bad_request,
            "the content has U+FFFD, which stands for bytes of " + text::in_quotes(path)
                + " that are not UTF-8 and would be lost; nothing was changed",
            "change other lines with fs_edit, or read the file with \"encoding\": \"latin1\" and "
            "write it with the same; if the character"
                + std::string(literally));
}

// Adds the properties of the old file's form that text cannot keep.
static void add_lost_form(
    std::vector<std::string>& not_kept, std::string_view content, const text::FileForm& form)
{
    using Form = text::FileForm;
    const bool is_ascii = text::ascii_length(content, 0) == content.size();
    if (form.encoding == Form::Encoding::other && !is_ascii)
        not_kept.emplace_back("the encoding, which was not UTF-8");
    const bool has_lines = content.find('\n') != std::string_view::npos;
    if (form.newlines == Form::Newlines::mixed && has_lines
        && content.find('\r') == std::string_view::npos)
        not_kept.emplace_back("mixed newlines");
}

static void check(const change::SingleFileChange& change, const WriteOptions& options)
{
    const std::string& path = change.path();
    if (!options.makes_parents)
        change.require_directory("set 'makeParents', or create it first");
    if (change.exists() && options.existing == Existing::refused)
        throw ToolError(Code::already_exists, text::in_quotes(path) + " exists already",
            "leave out 'createOnly' to replace it");
    const system::HashLimit limit {options.max_hashed_bytes, "hash", "leave out 'expectedSha256'"};
    change.check_expected([&] { return system::sha256(change.current(), path, limit); });
    change.refuse_changed_since_seen();
    change.refuse_unread(options.insists);
}

Written write_file(const Workspace& workspace, const std::string& path,
    const change::ContentToWrite& content, const WriteOptions& options)
{
    change::SingleFileChange change(workspace, path, options.expected_sha256);
    check(change, options);
    const bool refuses_placeholders = options.placeholders == Placeholders::refused;
    const std::string before
        = refuses_placeholders || content.follows_file() ? beginning_of(change) : std::string();
    if (refuses_placeholders)
        refuse_foreign_lines(before, content.text, path);
    const text::FileForm form = text::form_of(before);
    auto [bytes, kept] = change::bytes_to_write(content, form, change::WrittenPart::whole);
    Written written {!change.exists(), {}, bytes.size()};
    if (options.is_dry_run) {
        written.file = change.preview(bytes);
        written.diff = change.show_replacement(bytes);
    } else {
        written.file = change.replace(bytes, options.create_mode);
        change.caller_knows(written.file);
    }
    written.file.kept = std::move(kept);
    if (content.follows_file())
        add_lost_form(written.file.not_kept, content.text, form);
    return written;
}

}
