#include "append.hpp"

#include "toolkit/tool.hpp"

struct Request {
    std::string path;
    std::string content;
    std::optional<std::string> expected_sha256;
};

static Answer append_file(const Request& request, const Workspace& workspace)
{
    const Appended appended
        = append_to_file(workspace, request.path, request.content, request.expected_sha256);
    Answer answer {{"bytesAppended", request.content.size()}, {"sizeBytes", appended.file_size},
        {"sha256", appended.sha256}};
    if (!appended.not_kept.empty())
        answer["notKept"] = appended.not_kept;
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_append_file",
    .summary = "Put content behind the end of a file, in one atomic step. A file that is missing is created.",
    .parameters = {
        required_path(&Request::path, "File, relative to the workspace"),
        required("content", &Request::content, "What to append, as it is: no line end is added").or_base64("contentBase64"),
        optional("expectedSha256", &Request::expected_sha256, "Append only if the content before has this hash"),
    },
    .sandbox = {.workspace = Access::write},
    .timeout_seconds = 120, // a file of some GiB is copied
    .run = append_file,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
