#include "answer.hpp"

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
