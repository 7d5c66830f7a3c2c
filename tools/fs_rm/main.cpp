#include "remove.hpp"

#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_rm {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string path;
    bool recursive = false;
    bool force = false;
    std::int64_t max_entries = 10000;
    bool dry_run = false;
    std::optional<std::string> expected_sha256;
};

static Answer remove(const Request& request, const Workspace& workspace)
{
    const Removed removed = remove_entry(workspace, request.path,
        {.directories = request.recursive ? Directories::whole : Directories::only_empty,
            .missing = request.force ? Missing::accepted : Missing::refused,
            .max_entries = request.max_entries,
            .expected_sha256 = request.expected_sha256,
            .is_dry_run = request.dry_run});
    Answer answer {{"removed", removed.entries > 0}, {"entries", removed.entries}};
    if (removed.diff)
        put_diff(answer, *removed.diff);
    if (removed.can_be_undone)
        answer["undoable"] = true;
    put_runs_later(answer, {}); // files of a recovery
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_rm",
    .summary = "Remove a file, symbolic link or directory.",
    .parameters = {
        required_path(&Request::path, "").alias("target_file").alias("filepath").alias("target"),
        optional("recursive", &Request::recursive, "Remove a directory's contents too"),
        optional("force", &Request::force, "Succeed if the path does not exist"),
        optional("maxEntries", &Request::max_entries, "", between(1, 10000000)).unlisted(),
        optional("dryRun", &Request::dry_run).unlisted(),
        optional("expectedSha256", &Request::expected_sha256).of_format(sha256_format).unlisted(),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .tracks_files = true,
    .answer = {{"removed", "boolean"}, {"entries", "integer"}},
    .display = {"delete", "remove", {"{path}"}, {"{entries:/entries}"}},
    .example = {R"(echo '{"path":"old/2026"}' | fs_rm)",
        R"({"removed":true,"entries":1})"},
    .run = remove,
};

}

int main(int argc, char** argv) { return fs_rm::tool.main(argc, argv); }
