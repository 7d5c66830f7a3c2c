#include "request.hpp"

static Answer edit(const Request& request, const Workspace& workspace)
{
    const Wanted wanted {request.old_string, request.new_string, request.match,
        request.replace_all ? Which::all : Which::the_only_one};
    const Commit commit = request.dry_run ? Commit::only_check : Commit::make_change;
    return answer_of(edit_file(
        workspace, request.path, wanted, {request.expected_sha256, commit, request.max_file_bytes}));
}

static const Tool<Request> tool {
    .name = "fs_edit",
    .summary = "Replace a text that stands once in a file. Answers the diff.",
    .parameters = {
        required_path(&Request::path, "File"),
        required("oldString", &Request::old_string, "What to replace; empty: create the file")
            .alias("old_string").alias("oldText"),
        required("newString", &Request::new_string).alias("new_string").alias("newText"),
        optional("replaceAll", &Request::replace_all).alias("replace_all"),
        optional("match", &Request::match, "flexible: blanks and indentation may differ; auto: only at need; regex: RE2, \\1 in newString"),
        optional("expectedSha256", &Request::expected_sha256, "Of the content before"),
        optional("dryRun", &Request::dry_run, "Only answer the diff"),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes, "Refuse to edit larger files", at_least(1)),
    },
    .sandbox = {.workspace = Access::write},
    .run = edit,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
