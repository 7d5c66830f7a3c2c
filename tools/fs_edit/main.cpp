#include "answer.hpp"

namespace fs_edit {

using namespace toolkit;
using namespace toolkit::tool;

constexpr auto choices(MatchMode)
{
    return std::array {Choice {MatchMode::automatic, "auto"}, Choice {MatchMode::exact, "exact"},
        Choice {MatchMode::flexible, "flexible"}, Choice {MatchMode::regex, "regex"}};
}

static Answer edit(const Request& request, const Workspace& workspace)
{
    return answer_of(edit_file(workspace, request));
}

static const Tool<Request> tool {
    .name = "fs_edit",
    .summary = "Replace a string that occurs exactly once in a file; returns the diff.",
    .parameters = {
        required_path(&Request::path, ""),
        required("oldString", &Request::old_string, "Text to replace; empty: create a file with newString")
            .alias("old_string").alias("oldText"),
        required("newString", &Request::new_string, "Replacement").alias("new_string").alias("newText"),
        optional("replaceAll", &Request::replace_all).alias("replace_all"),
        optional("match", &Request::match,
            "auto: exact, then flexible (ignoring whitespace); regex: RE2, groups as \\1 in newString"),
        optional("expectedSha256", &Request::expected_sha256, "SHA-256 the file must have before the change")
            .of_format(sha256_format),
        optional("dryRun", &Request::dry_run, "Only return the diff"),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes, "Maximum size of a file to edit", at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .run = edit,
};

}

int main(int argc, char** argv) { return fs_edit::tool.main(argc, argv); }
