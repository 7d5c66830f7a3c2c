#include "write.hpp"

#include "toolkit/change/expected_hash.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

Written write_file(const Workspace& workspace, const std::string& path, std::string_view content,
    const WriteOptions& options)
{
    if (options.expected_sha256)
        check_is_hash(*options.expected_sha256);
    Transaction transaction(workspace, {path}, options.parents);
    const bool exists = transaction.exists(0);
    if (exists && options.existing == Existing::refused)
        throw ToolError(Code::already_exists, in_quotes(path) + " exists already",
            "leave out 'createOnly' to replace it");
    const HashLimit limit {options.most_hashed_bytes, "hash", "leave out 'expectedSha256'"};
    if (options.expected_sha256)
        check_expected_hash(
            exists ? sha256(transaction.current(0), path, limit) : "", *options.expected_sha256, path);
    transaction.replace(0, content, exists ? std::nullopt : std::optional(options.create_mode));
    Written written {!exists, sha256(content), transaction.not_kept(0), {}};
    written.runs_later.add_file(workspace, path, transaction.path(0));
    transaction.commit();
    return written;
}
