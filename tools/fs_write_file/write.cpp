#include "write.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace fs_write_file {

using namespace toolkit;

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
    const system::HashLimit limit {options.most_hashed_bytes, "hash", "leave out 'expectedSha256'"};
    change.check_expected([&] { return system::sha256(change.current(), path, limit); });
    return {!exists, change.replace(content, options.create_mode)};
}

}
