#include "append.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_append_file {

using namespace toolkit;
using namespace toolkit::tool;

enum class Command { append }; // command of an editor tool that has several
constexpr auto choices(Command) { return std::array {Choice {Command::append, "append"}}; }

struct Request {
    std::string path;
    Command command = Command::append;
    std::string content;
    bool is_bytes = false; // the content was sent in base64
    std::optional<text::WrittenEncoding> encoding;
    std::optional<std::string> expected_sha256;
    bool dry_run = false;
    std::int64_t max_file_bytes = system::usual_hash_limit;
};

static Answer append_file(const Request& request, const Workspace& workspace)
{
    const Appended appended = append_to_file(workspace,
        {request.path, request.expected_sha256, request.max_file_bytes, request.dry_run},
        {request.content, request.is_bytes, request.encoding});
    Answer answer {{"bytesAppended", appended.size}, {"sizeBytes", appended.file_size},
        {"sha256", appended.file.sha256}};
    if (appended.continues_line)
        answer["continuesLine"] = true;
    if (appended.diff)
        put_diff(answer, *appended.diff);
    put_changed_file(answer, appended.file);
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_append_file",
    .summary = "Append to a file atomically; creates a missing file.",
    .parameters = {
        required_path(&Request::path, "").alias("target_file").alias("filepath").alias("filename"),
        required("content", &Request::content, "No newline is added")
            .or_unlisted_base64("contentBase64", &Request::is_bytes)
            .aliases({"contents", "text", "data", "new_str"}),
        optional("encoding", &Request::encoding).unlisted(),
        optional("expectedSha256", &Request::expected_sha256).of_format(sha256_format).unlisted(),
        optional("dryRun", &Request::dry_run).unlisted(),
        optional("command", &Request::command).alias("mode").unlisted(),
        ignored<Request>("summary"),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes, "Maximum size of a file to append to",
            at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::write}, .additive = true, .tracks_files = true,
    .answer = {{"bytesAppended", "integer"}, {"sizeBytes", "integer"}, {"sha256", "string"}},
    .timeout_seconds = 120, // a file of some GiB is copied
    .display = {"edit", "append to", {"{path}"}, {"{bytesAppended:bytes}"}},
    .example = {R"(echo '{"path":"notes.txt","content":"Cocoa\n"}' | fs_append_file)",
        R"({"bytesAppended":6,"sizeBytes":15,"sha256":"dbd7ef83…"})"},
    .run = append_file, .rewrite = translate_written_encoding,
};

}

int main(int argc, char** argv) { return fs_append_file::tool.main(argc, argv); }
