#include "edit_file.hpp"

#include "toolkit/change/expected_hash.hpp"
#include "toolkit/change/transaction.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"

static constexpr std::size_t most_diff_bytes = 50 * 1024;

static void check(const Wanted& wanted, const EditOptions& options)
{
    if (options.expected_sha256)
        check_is_hash(*options.expected_sha256);
    if (wanted.old_text == wanted.new_text && wanted.mode != MatchMode::regex)
        throw ToolError(Code::bad_request, "'oldString' and 'newString' are the same",
            "send what it is to become as 'newString'; if the file is right already, there is nothing to do");
}

static std::string read_current(
    const Transaction& transaction, const std::string& path, std::int64_t max_file_bytes)
{
    if (!transaction.exists(0))
        return {};
    if (transaction.status(0).st_size > max_file_bytes)
        throw ToolError(Code::too_large,
            "cannot edit " + in_quotes(path) + ": it has " + std::to_string(transaction.status(0).st_size)
                + " bytes, and the limit is " + std::to_string(max_file_bytes),
            "change it with a program, by exec, or the operator can raise --max-file-bytes");
    return read_whole(transaction.current(0), path, static_cast<std::size_t>(max_file_bytes));
}

// Of an edit with an empty old text.
static void check_is_new(const Transaction& transaction, const std::string& path, const std::string& before,
    std::string_view new_text)
{
    if (!transaction.exists(0) || before.empty())
        return;
    if (before == new_text)
        throw ToolError(Code::conflict,
            "already applied: " + in_quotes(path) + " exists, and 'newString' is all that is in it",
            "there is nothing to do");
    throw ToolError(Code::already_exists,
        "cannot create " + in_quotes(path) + ": it exists already, and is not empty",
        "name the text to be replaced in 'oldString', or use fs_write_file to replace all of it");
}

static Edited edit(const std::string& before, const Wanted& wanted, const std::string& path)
{
    if (!wanted.old_text.empty())
        return edit_text(before, wanted, path);
    return {std::string(wanted.new_text), Strategy::exact, {{{0, 0}, std::string(wanted.new_text)}}};
}

EditedFile edit_file(
    const Workspace& workspace, const std::string& path, const Wanted& wanted, const EditOptions& options)
{
    check(wanted, options);
    const bool creates = wanted.old_text.empty();
    Transaction transaction(workspace, {path}, Parents::make);
    const bool exists = transaction.exists(0);
    if (!exists && !creates)
        throw with_nearest_path(workspace, path,
            {Code::not_found, "cannot edit " + in_quotes(path) + ": no such file or directory",
                "leave 'oldString' empty to create it"});
    const std::string before = read_current(transaction, path, options.max_file_bytes);
    if (options.expected_sha256)
        check_expected_hash(exists ? sha256(before) : "", *options.expected_sha256, path);
    if (creates)
        check_is_new(transaction, path, before, wanted.new_text);
    const Edited edited = edit(before, wanted, path);
    const std::string name = workspace.relative(path);
    EditedFile result {creates ? 0 : edited.replacements.size(),
        creates ? std::nullopt : std::optional(edited.strategy), sha256(edited.text),
        exists ? unified_diff(before, edited.replacements, {name, name}, most_diff_bytes)
               : unified_diff("", {{{0, 0}, edited.text}}, {{}, name}, most_diff_bytes),
        {}, mixes_encodings(before, wanted.new_text), {}};
    result.runs_later.add_file(workspace, path, transaction.path(0));
    if (options.commit == Commit::only_check)
        return result;
    transaction.replace(0, edited.text, exists ? std::nullopt : std::optional<mode_t>(0644));
    result.not_kept = transaction.not_kept(0);
    transaction.commit();
    return result;
}
