#include "append.hpp"

#include "toolkit/change/expected_hash.hpp"
#include "toolkit/change/transaction.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/hash.hpp"

Appended append_to_file(const Workspace& workspace, const ToAppendTo& file, std::string_view bytes)
{
    const auto& [path, expected_sha256, most_bytes] = file;
    const HashLimit limit {most_bytes, "append to", "write to another file"};
    constexpr mode_t mode_of_new = 0644;
    if (expected_sha256)
        check_is_hash(*expected_sha256);
    Transaction transaction(workspace, {path}, Parents::must_exist);
    const bool exists = transaction.exists(0);
    const GrowthHashes hashes = exists ? sha256_of_growth(transaction.current(0), path, bytes, limit)
                                       : GrowthHashes {"", sha256(bytes)};
    if (expected_sha256)
        check_expected_hash(hashes.before, *expected_sha256, path);
    const bool mixes = exists && mixes_encodings(transaction.current(0), path, bytes);
    if (exists)
        transaction.append(0, bytes);
    else
        transaction.replace(0, bytes, mode_of_new);
    const std::int64_t size_before = exists ? transaction.status(0).st_size : 0;
    Appended result {size_before + static_cast<std::int64_t>(bytes.size()), hashes.after,
        transaction.not_kept(0), mixes, {}};
    result.runs_later.add_file(workspace, path, transaction.path(0));
    transaction.commit();
    return result;
}
