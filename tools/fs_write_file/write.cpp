#include "write.hpp"

#include "toolkit/error.hpp"
#include "toolkit/expected_hash.hpp"
#include "toolkit/hash.hpp"
#include "toolkit/text.hpp"

#include <algorithm>

mode_t parse_mode(std::string_view octal)
{
    const std::string_view digits = octal.size() == 4 && octal[0] == '0' ? octal.substr(1) : octal;
    const bool is_octal
        = std::all_of(digits.begin(), digits.end(), [](char digit) { return digit >= '0' && digit <= '7'; });
    if (digits.size() != 3 || !is_octal)
        throw ToolError(Code::bad_request,
            "'createModeOctal' must be three octal digits, not " + in_quotes(octal),
            "such as \"0644\" or \"0755\"");
    return static_cast<mode_t>(std::stoul(std::string(digits), nullptr, 8));
}

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
    if (options.expected_sha256)
        check_expected_hash(
            exists ? sha256(transaction.current(0), path) : "", *options.expected_sha256, path);
    transaction.replace(0, content, exists ? std::nullopt : std::optional(options.create_mode));
    Written written {!exists, sha256(content), transaction.not_kept(0)};
    transaction.commit();
    return written;
}
