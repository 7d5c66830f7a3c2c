#include "append.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/hash.hpp"

namespace fs_append_file {

using namespace toolkit;

static bool continues_line(
    const system::File& file, std::string_view name, std::int64_t size, std::string_view bytes)
{
    static constexpr std::string_view newlines = "\r\n";
    if (size == 0 || bytes.empty() || newlines.find(bytes.front()) != std::string_view::npos)
        return false;
    const std::string last = system::read_range(file, name, size - 1, 1);
    return !last.empty() && newlines.find(last.back()) == std::string_view::npos;
}

Appended append_to_file(const Workspace& workspace, const ToAppendTo& file, std::string_view bytes)
{
    const auto& [path, expected_sha256, most_bytes, is_dry_run] = file;
    const system::HashLimit limit {most_bytes, "append to", "write to another file"};
    change::SingleFileChange change(workspace, path, expected_sha256);
    change.require_directory("create it first");
    system::GrowthHashes hashes;
    if (change.exists())
        hashes = system::sha256_of_growth(change.current(), path, bytes, limit);
    change.check_expected([&] { return hashes.before; });
    const bool mixes = change.exists() && system::mixes_encodings(change.current(), path, bytes);
    const bool continues
        = change.exists() && !mixes && continues_line(change.current(), path, change.size(), bytes);
    const std::int64_t size = change.size() + static_cast<std::int64_t>(bytes.size());
    const auto hash_after = [&] { return change.exists() ? hashes.after : system::sha256(bytes); };
    Appended appended {
        size, is_dry_run ? change.outcome(hash_after()) : change.append(bytes, hashes.after)};
    if (is_dry_run)
        appended.diff = change.show_addition(bytes);
    appended.file.mixes_encodings = mixes;
    appended.continues_line = continues;
    return appended;
}

}
