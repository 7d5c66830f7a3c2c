#include "write.hpp"

#include "toolkit/tool/changed_file_fields.hpp"
#include "toolkit/tool/octal_mode.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_write_file {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string path;
    std::string content;
    std::string create_mode_octal = "0644";
    std::optional<std::string> expected_sha256;
    bool create_only = false;
    bool make_parents = false;
    std::int64_t max_file_bytes = system::usual_hash_limit;
};

static Answer write_file(const Request& request, const Workspace& workspace)
{
    WriteOptions options;
    options.create_mode = parse_mode(request.create_mode_octal, "createModeOctal");
    options.expected_sha256 = request.expected_sha256;
    options.most_hashed_bytes = request.max_file_bytes;
    options.existing = request.create_only ? Existing::refused : Existing::replaced;
    options.makes_parents = request.make_parents;
    const Written written = write_file(workspace, request.path, request.content, options);
    Answer answer {{"bytesWritten", request.content.size()}, {"created", written.created},
        {"sha256", written.file.sha256}};
    put_changed_file(answer, written.file);
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_write_file",
    .summary = "Create a file or replace its whole content atomically.",
    .parameters = {
        required_path(&Request::path, ""),
        required("content", &Request::content).or_base64("contentBase64"),
        optional("createModeOctal", &Request::create_mode_octal, "Mode of a new file")
            .of_format(octal_mode_format),
        optional("expectedSha256", &Request::expected_sha256, "SHA-256 the file must have before the change")
            .of_format(sha256_format),
        optional("createOnly", &Request::create_only, "Fail if the file exists"),
        optional("makeParents", &Request::make_parents, "Create missing parent directories"),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes,
            "Maximum size of a file to compare with expectedSha256", at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .run = write_file,
};

}

int main(int argc, char** argv) { return fs_write_file::tool.main(argc, argv); }
