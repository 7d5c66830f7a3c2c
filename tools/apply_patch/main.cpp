#include "answer.hpp"
#include "change_files.hpp"
#include "request.hpp"
#include "tools/apply_patch/read/parse.hpp"

#include "toolkit/tool/tool.hpp"

#include <array>

namespace apply_patch {

using namespace toolkit;
using namespace toolkit::tool;

constexpr auto choices(LineMatch)
{
    return std::array {Choice {LineMatch::automatic, "auto"}, Choice {LineMatch::exact, "exact"}};
}

static Answer apply_patch(const Request& request, const Workspace& workspace)
{
    const Commit commit = request.dry_run ? Commit::only_check : Commit::make_changes;
    const std::string text = read::with_newlines(patch_of(request));
    read::Patch patch = read::parse_patch(text);
    for (read::FileChange& change : patch.changes)
        change.is_exact = request.match == LineMatch::exact;
    return answer_of(change_files(patch, workspace, {commit, request.max_file_bytes}));
}

static const Tool<Request> tool {
    .name = "apply_patch",
    .summary = "Apply a patch to files: change, create, delete, rename, copy. All or nothing.",
    .parameters = {
        required("unifiedDiff", &Request::unified_diff, "Unified diff or '*** Begin Patch' format")
            .or_field("command").or_unlisted_base64("unifiedDiffBase64").alias("patch")
            .alias("diff").alias("input").alias("patchText").alias("patch_content"),
        optional("command", &Request::command).unlisted(),
        optional("match", &Request::match).unlisted(),
        optional("dryRun", &Request::dry_run).unlisted(),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes,
            "Maximum size of a file to patch; all files together: four times as much", at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .repeatable = true,
    .tracks_files = true,
    .answer = {{"filesChanged", "integer"}, {"files", "array"}},
    .display = {"edit", "patch", {}, {"{filesChanged:/files}"}},
    .example = {R"(echo '{"unifiedDiff":"--- a/src/main.c\n+++ b/src/main.c\n@@ -3 +3 @@\n-    return 1;\n+    return 0;\n"}' | apply_patch)",
        R"({"filesChanged":1,"files":[{"path":"src/main.c","action":"modified","added":1,"removed":1,"sha256":"f186e4eb…"}]})"},
    .run = apply_patch,
};

}

int main(int argc, char** argv) { return apply_patch::tool.main(argc, argv); }
