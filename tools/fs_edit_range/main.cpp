#include "edit.hpp"

#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_edit_range {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string path;
    std::int64_t start_byte = 0;
    std::int64_t end_byte = 0;
    std::string replacement;
    bool is_bytes = false; // the replacement was sent in base64
    std::optional<std::string> expected_sha256;
    bool dry_run = false;
    std::int64_t max_file_bytes = 64 * 1024 * 1024;
};

static Answer edit(const Request& request, const Workspace& workspace)
{
    const Edited edited = edit_range(workspace, request.path,
        {.start = request.start_byte,
            .end = request.end_byte,
            .replacement = request.replacement,
            .cuts = request.is_bytes ? Cuts::anywhere : Cuts::between_characters,
            .expected_sha256 = request.expected_sha256,
            .max_file_bytes = static_cast<std::size_t>(request.max_file_bytes),
            .is_dry_run = request.dry_run});
    Answer answer {{"bytesReplaced", request.end_byte - request.start_byte},
        {"newSha256", edited.file.sha256}, {"sha256", edited.file.sha256}};
    if (edited.diff)
        put_diff(answer, *edited.diff);
    put_changed_file(answer, edited.file);
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_edit_range",
    .summary = "Replace a range of bytes in a file atomically.",
    .parameters = {
        required_path(&Request::path, ""),
        required("startByte", &Request::start_byte, "First byte, counted from 0", at_least(0)),
        required("endByte", &Request::end_byte, "Exclusive; equal to startByte to insert",
            at_least(0)),
        required("replacement", &Request::replacement)
            .or_base64("replacementBase64", &Request::is_bytes),
        optional("expectedSha256", &Request::expected_sha256,
            "SHA-256 the file must have before the change")
            .of_format(sha256_format),
        optional("dryRun", &Request::dry_run).unlisted(),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes,
            "Maximum size of a file to edit", between(1, 1LL << 40)),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .tracks_files = true,
    .answer = {{"bytesReplaced", "integer"}, {"sha256", "string"}},
    .display = {"edit", "edit", {"{path}"}},
    .example = {R"(echo '{"path":"notes.txt","startByte":0,"endByte":3,"replacement":"Mint"}' | fs_edit_range)",
        R"({"bytesReplaced":3,"newSha256":"e8f272ca…","sha256":"e8f272ca…"})"},
    .run = edit,
};

}

int main(int argc, char** argv) { return fs_edit_range::tool.main(argc, argv); }
