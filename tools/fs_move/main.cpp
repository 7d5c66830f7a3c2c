#include "copy.hpp"
#include "move.hpp"

#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_move {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string from;
    std::string to;
    bool overwrite = false;
    bool dry_run = false;
    std::optional<std::string> expected_sha256;
    std::int64_t max_copy_bytes = usual_copy_limit;
};

static Answer move(const Request& request, const Workspace& workspace)
{
    const Moved moved = move_entry(workspace, request.from, request.to,
        {request.overwrite ? Existing::replaced : Existing::refused, request.max_copy_bytes,
            request.expected_sha256, request.dry_run});
    Answer answer {{"moved", moved.happened}};
    if (!moved.not_kept.empty())
        answer["notKept"] = moved.not_kept;
    if (moved.diff)
        put_diff(answer, *moved.diff);
    put_runs_later(answer, moved.runs_later);
    return answer;
}

static Parameter<Request> path_parameter(
    std::string_view name, std::string Request::*member, std::string_view description)
{
    return required(name, member, description).of_format(path_format);
}

static const Tool<Request> tool {
    .name = "fs_move",
    .summary = "Move or rename a file, directory or symbolic link.",
    .parameters = {
        path_parameter("from", &Request::from, "").spelled_as_on_disk()
            .or_unlisted_base64("fromBase64").alias("source").alias("src").alias("oldPath")
            .alias("source_path").alias("from_path"),
        path_parameter("to", &Request::to, "Full new path, e.g. dir/a.txt").in_directory_on_disk()
            .or_unlisted_base64("toBase64").alias("destination").alias("dest").alias("dst")
            .alias("target").alias("newPath").alias("destination_path").alias("to_path"),
        optional("overwrite", &Request::overwrite, "Replace an existing file or empty directory"),
        optional("dryRun", &Request::dry_run).unlisted(),
        optional("expectedSha256", &Request::expected_sha256).of_format(sha256_format).unlisted(),
    },
    .flags = {
        flag("max-copy-bytes", &Request::max_copy_bytes,
            "Maximum number of bytes to copy to another file system", at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::write, .links = sandbox::Links::may_be_made},
    .tracks_files = true,
    .answer = {{"moved", "boolean"}},
    .display = {"move", "move", {"{from}", "to {to}"}},
    .example = {R"(echo '{"from":"notes.txt","to":"old/notes.txt"}' | fs_move)",
        R"({"moved":true})"},
    .run = move,
};

}

int main(int argc, char** argv) { return fs_move::tool.main(argc, argv); }
